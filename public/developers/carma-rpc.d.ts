// The types of Carma's RPC router, for @trpc/client 11 with superjson. Made from the router; see /developers#rpc.

export type FieldError = {
  field: string;
  message: string;
  allowed?: string[] | undefined;
  /** Of a line that is refused. */
  reason?: 'sold_out' | 'no_price' | 'not_yet_on_sale' | 'too_many' | 'not_deliverable_by' | undefined;
  available?: number | undefined;
  delivery?: string | null | undefined;
};

/** What a failed call carries as error.data.problem. The codes are those of /developers#errors. */
export type RpcProblem = {
  code:
    | 'address_malformed'
    | 'json_malformed'
    | 'form_malformed'
    | 'validation_failed'
    | 'field_repeated'
    | 'parameter_invalid'
    | 'cursor_invalid'
    | 'idempotency_key_invalid'
    | 'link_invalid'
    | 'origin_not_allowed'
    | 'not_found'
    | 'project_not_found'
    | 'method_not_allowed'
    | 'not_acceptable'
    | 'body_late'
    | 'cursor_expired'
    | 'body_too_large'
    | 'address_too_long'
    | 'media_type_unsupported'
    | 'form_invalid'
    | 'idempotency_key_reused'
    | 'projects_gone'
    | 'lines_refused'
    | 'key_missing'
    | 'scope_missing'
    | 'idempotency_key_missing'
    | 'too_many_webhooks'
    | 'units_not_available'
    | 'units_not_claimable'
    | 'issuance_missing'
    | 'owner_differs'
    | 'units_overlap'
    | 'record_unknown'
    | 'record_busy'
    | 'record_not_appendable'
    | 'too_many_requests'
    | 'too_many_messages'
    | 'internal_error'
    | 'unavailable'
    | 'overloaded'
    | 'timed_out';
  errors?: FieldError[] | undefined;
  retryable: boolean;
  requestId: string;
};

/** What every router has: its context, the shape of its errors, and superjson. */
type Root = {
  ctx: object;
  meta: object;
  errorShape: {
    code: import("@trpc/server").TRPC_ERROR_CODE_NUMBER;
    data: {
      code: import("@trpc/server").TRPC_ERROR_CODE_KEY;
      httpStatus: number;
      path?: string;
      problem: RpcProblem;
    };
    message: string;
  };
  transformer: true;
};

/** All procedures that can be called over RPC. */
export declare const appRouter: import("@trpc/server").TRPCBuiltRouter<Root, import("@trpc/server").TRPCDecorateCreateRouterOptions<{
  projects: import("@trpc/server").TRPCBuiltRouter<Root, import("@trpc/server").TRPCDecorateCreateRouterOptions<{
    list: import("@trpc/server").TRPCQueryProcedure<{
      input: {
        q?: string | undefined;
        category?: string[] | undefined;
        type?: string[] | undefined;
        standard?: string[] | undefined;
        country?: string[] | undefined;
        status?: ("Not yet on sale" | "On sale" | "Sold out")[] | undefined;
        units?: ("expected" | "issued" | "not stated")[] | undefined;
        label?: ("Article 6 authorised" | "CCP-eligible programme" | "CCP-labelled" | "CORSIA 2021-2023" | "CORSIA 2024-2026" | "CORSIA from 2027" | "Corresponding adjustment applied" | "Corresponding adjustment committed" | "Corresponding adjustment not required" | "SDG 1" | "SDG 10" | "SDG 11" | "SDG 12" | "SDG 13" | "SDG 14" | "SDG 15" | "SDG 16" | "SDG 17" | "SDG 2" | "SDG 3" | "SDG 4" | "SDG 5" | "SDG 6" | "SDG 7" | "SDG 8" | "SDG 9")[] | undefined;
        mechanism?: ("Avoidance" | "Reduction" | "Removal" | "not stated")[] | undefined;
        vintage?: string[] | undefined;
        record?: ("on the record" | "stated by us")[] | undefined;
        available?: string | undefined;
        unanswered?: "adjustment" | "rating" | "registration" | "retirement" | "shortfall" | "storage" | "units" | "vintage" | undefined;
        sort?: "available" | "available-desc" | "impact" | "impact-desc" | "name" | "name-desc" | "price" | "price-desc" | undefined;
        min?: number | undefined;
        max?: number | undefined;
        impact?: 100 | 1000 | 10000 | undefined;
        page?: number | undefined;
        featured?: boolean | undefined;
        priced?: boolean | undefined;
        limit?: number | undefined;
        offset?: number | undefined;
        cursor?: string | undefined;
        facets?: boolean | undefined;
      } | undefined;
      output: {
        projects: {
          id: number;
          slug: string;
          title: string;
          description: string;
          monitoring: string | null;
          category: string;
          projectType: string | null;
          imageUrl: string;
          pricePerCredit: number | null;
          availableCredits: number | null;
          registryIssued: number | null;
          registryRetired: number | null;
          verificationStandard: string;
          location: string;
          country: string | null;
          latitude: number | null;
          longitude: number | null;
          impactPerYear: number;
          featured: boolean;
          status: "Not yet on sale" | "On sale" | "Sold out";
          deliveryBy: string | null;
          unitsStatus: "expected" | "issued" | null;
          permanenceYears: number | null;
          externalId: string | null;
          figuresSource: string | null;
          figuresAsOf: string | null;
          registryUrl: string | null;
          methodology: string | null;
          methodologyVersion: string | null;
          unitType: "Avoidance" | "Reduction - nature" | "Reduction - technical" | "Removal - nature" | "Removal - technical" | null;
          vintageStart: number | null;
          vintageEnd: number | null;
          verificationReport: string | null;
          verificationReportUrl: string | null;
          verifiedOn: string | null;
          bufferShare: number | null;
          shortfallTerms: string | null;
          serials: string | null;
          retirementPlace: string | null;
          developer: string | null;
          verifier: string | null;
          documents: {
            title: string;
            address: string | null;
            date: string | null;
          }[] | null;
          certifications: string | null;
          labels: {
            label: "Article 6 authorised" | "CCP-eligible programme" | "CCP-labelled" | "CORSIA 2021-2023" | "CORSIA 2024-2026" | "CORSIA from 2027" | "Corresponding adjustment applied" | "Corresponding adjustment committed" | "Corresponding adjustment not required" | "SDG 1" | "SDG 10" | "SDG 11" | "SDG 12" | "SDG 13" | "SDG 14" | "SDG 15" | "SDG 16" | "SDG 17" | "SDG 2" | "SDG 3" | "SDG 4" | "SDG 5" | "SDG 6" | "SDG 7" | "SDG 8" | "SDG 9";
            vintageStart: number | null;
            vintageEnd: number | null;
            source: string;
            asOf: string;
          }[] | null;
          ratings: {
            rating: string;
            agency: string;
            date: string;
          }[] | null;
          surveyedOn: string | null;
          surveyPoints: number | null;
          surveySpecies: number | null;
          surveySpeciesList: string | null;
          surveyLaboratory: string | null;
          surveyReportUrl: string | null;
          reviewer: string | null;
          reviewedOn: string | null;
          website: string | null;
          isOnRecord: boolean;
          unanswered: ("adjustment" | "rating" | "registration" | "retirement" | "shortfall" | "storage" | "units" | "vintage")[];
          isSample: boolean;
          updatedAt: Date;
        }[];
        total: number;
        nextCursor: string | null;
        facets?: {
          impact: {
            value: string;
            count: number;
          }[];
          category: {
            value: string;
            count: number;
          }[];
          country: {
            value: string;
            count: number;
          }[];
          label: {
            value: string;
            count: number;
          }[];
          mechanism: {
            value: string;
            count: number;
          }[];
          record: {
            value: string;
            count: number;
          }[];
          standard: {
            value: string;
            count: number;
          }[];
          status: {
            value: string;
            count: number;
          }[];
          type: {
            value: string;
            count: number;
          }[];
          units: {
            value: string;
            count: number;
          }[];
          vintage: {
            value: string;
            count: number;
          }[];
        } | undefined;
      };
      meta: object;
    }>;
  }>>;
  portfolios: import("@trpc/server").TRPCBuiltRouter<Root, import("@trpc/server").TRPCDecorateCreateRouterOptions<{
    find: import("@trpc/server").TRPCQueryProcedure<{
      input: {
        tonnes?: number | undefined;
        budgetPence?: number | undefined;
        maxPence?: number | undefined;
        vat?: "excl" | "incl" | undefined;
        year?: number | undefined;
        country?: string | undefined;
        type?: string | undefined;
        removal?: boolean | undefined;
        nature?: boolean | undefined;
        label?: ("Article 6 authorised" | "CCP-eligible programme" | "CCP-labelled" | "CORSIA 2021-2023" | "CORSIA 2024-2026" | "CORSIA from 2027" | "Corresponding adjustment applied" | "Corresponding adjustment committed" | "Corresponding adjustment not required" | "SDG 1" | "SDG 10" | "SDG 11" | "SDG 12" | "SDG 13" | "SDG 14" | "SDG 15" | "SDG 16" | "SDG 17" | "SDG 2" | "SDG 3" | "SDG 4" | "SDG 5" | "SDG 6" | "SDG 7" | "SDG 8" | "SDG 9")[] | undefined;
        units?: "issued" | "pending" | undefined;
        deliverBy?: string | undefined;
      };
      output: {
        need: {
          tonnes?: number | undefined;
          budgetPence?: number | undefined;
          maxPence?: number | undefined;
          vat: "excl" | "incl";
          year?: number | undefined;
          country?: string | undefined;
          type?: string | undefined;
          removal: boolean;
          nature: boolean;
          label: ("Article 6 authorised" | "CCP-eligible programme" | "CCP-labelled" | "CORSIA 2021-2023" | "CORSIA 2024-2026" | "CORSIA from 2027" | "Corresponding adjustment applied" | "Corresponding adjustment committed" | "Corresponding adjustment not required" | "SDG 1" | "SDG 10" | "SDG 11" | "SDG 12" | "SDG 13" | "SDG 14" | "SDG 15" | "SDG 16" | "SDG 17" | "SDG 2" | "SDG 3" | "SDG 4" | "SDG 5" | "SDG 6" | "SDG 7" | "SDG 8" | "SDG 9")[];
          units?: "issued" | "pending" | undefined;
          deliverBy?: string | undefined;
        };
        budget: {
          exclVat: number;
          inclVat: number;
        } | null;
        highestPrice: {
          exclVat: number;
          inclVat: number;
        } | null;
        largestShare: number;
        matching: {
          projects: number;
          tonnes: number;
          stored: number;
        };
        mixes: {
          subtotal: number;
          vat: number;
          total: number;
          reasons: ("cheapest" | "durable" | "evidenced")[];
          lines: {
            slug: string;
            title: string;
            location: string;
            verificationStandard: string;
            tonnes: number;
            pricePerCredit: number;
            cost: number;
            unitsStatus: "expected" | "issued" | null;
            delivery: string | null;
            vintageStart: number | null;
            vintageEnd: number | null;
            permanence: number | "not stated" | "nothing stored";
            unanswered: ("adjustment" | "rating" | "registration" | "retirement" | "shortfall" | "storage" | "units" | "vintage")[];
            isOnRecord: boolean;
            isSample: boolean;
          }[];
          tonnes: {
            total: number;
            issued: number;
            expected: number;
            notStated: number;
          };
          storage: {
            shortest: number | null;
            longest: number | null;
            average: number | null;
            nothingStored: number;
            notStated: number;
          };
          labels: {
            label: "Article 6 authorised" | "CCP-eligible programme" | "CCP-labelled" | "CORSIA 2021-2023" | "CORSIA 2024-2026" | "CORSIA from 2027" | "Corresponding adjustment applied" | "Corresponding adjustment committed" | "Corresponding adjustment not required" | "SDG 1" | "SDG 10" | "SDG 11" | "SDG 12" | "SDG 13" | "SDG 14" | "SDG 15" | "SDG 16" | "SDG 17" | "SDG 2" | "SDG 3" | "SDG 4" | "SDG 5" | "SDG 6" | "SDG 7" | "SDG 8" | "SDG 9";
            tonnes: number;
          }[];
          lacks: {
            question: "adjustment" | "rating" | "registration" | "retirement" | "shortfall" | "storage" | "units" | "vintage";
            slugs: string[];
            tonnes: number;
          }[];
          answered: number;
          leftOut: number;
          vatPercent: number;
          currency: "GBP";
        }[];
        loosened: {
          subtotal: number;
          vat: number;
          total: number;
          limit: "budget" | "country" | "deliverBy" | "label" | "max" | "nature" | "removal" | "share" | "tonnes" | "type" | "units" | "year";
          need: {
            tonnes?: number | undefined;
            budgetPence?: number | undefined;
            maxPence?: number | undefined;
            vat: "excl" | "incl";
            year?: number | undefined;
            country?: string | undefined;
            type?: string | undefined;
            removal: boolean;
            nature: boolean;
            label: ("Article 6 authorised" | "CCP-eligible programme" | "CCP-labelled" | "CORSIA 2021-2023" | "CORSIA 2024-2026" | "CORSIA from 2027" | "Corresponding adjustment applied" | "Corresponding adjustment committed" | "Corresponding adjustment not required" | "SDG 1" | "SDG 10" | "SDG 11" | "SDG 12" | "SDG 13" | "SDG 14" | "SDG 15" | "SDG 16" | "SDG 17" | "SDG 2" | "SDG 3" | "SDG 4" | "SDG 5" | "SDG 6" | "SDG 7" | "SDG 8" | "SDG 9")[];
            units?: "issued" | "pending" | undefined;
            deliverBy?: string | undefined;
          };
          isEnough: boolean;
          lines: {
            slug: string;
            tonnes: number;
          }[];
          tonnes: number;
          highestPrice: number;
        }[];
      };
      meta: object;
    }>;
  }>>;
  contact: import("@trpc/server").TRPCBuiltRouter<Root, import("@trpc/server").TRPCDecorateCreateRouterOptions<{
    send: import("@trpc/server").TRPCMutationProcedure<{
      input: {
        form_ticket?: string | null | undefined;
        topic_note?: string | null | undefined;
        name: string;
        email: string;
        message?: string | null | undefined;
        subject?: string | null | undefined;
        project?: string | null | undefined;
        tonnes?: string | number | null | undefined;
      };
      output: {
        id: string;
        receivedAt: Date;
        reference: string;
        acknowledged: boolean;
      };
      meta: object;
    }>;
    requestQuote: import("@trpc/server").TRPCMutationProcedure<{
      input: {
        form_ticket?: string | null | undefined;
        topic_note?: string | null | undefined;
        name: string;
        email: string;
        message?: string | null | undefined;
        deliverBy?: string | null | undefined;
        acceptsLaterDelivery?: "" | "false" | "true" | boolean | null | undefined;
        organisation?: string | null | undefined;
        purchaseOrder?: string | null | undefined;
        lines: {
          slug: string;
          tonnes: number;
        }[];
      };
      output: {
        id: string;
        receivedAt: Date;
        reference: string;
        acknowledged: boolean;
        pricesValidUntil: string;
        url: string;
      };
      meta: object;
    }>;
  }>>;
  record: import("@trpc/server").TRPCBuiltRouter<Root, import("@trpc/server").TRPCDecorateCreateRouterOptions<{
    lookup: import("@trpc/server").TRPCQueryProcedure<{
      input: {
        text: string;
      };
      output: {
        kind: "certificate";
        number: string;
      } | {
        kind: "serials";
        places: {
          batch: number;
          series: string;
          registry: string;
          serial: string;
          project: string;
          first: number;
          last: number;
          status: "Assigned" | "Buffer" | "Cancelled" | "Delivered" | "Held" | "Not delivered" | "Reserved" | "Retired" | "Transferred";
          entry: number;
          certificate: string | null;
        }[];
      } | {
        kind: "names";
        beneficiaries: {
          beneficiary: string;
          certificates: number;
          quantity: number;
        }[];
        retirements: {
          number: string;
          beneficiary: string | null;
          quantity: number;
          time: string;
          projects: {
            slug: string;
            title: string;
          }[];
        }[];
        isWhole: boolean;
        projects: {
          slug: string;
          title: string;
        }[];
      } | {
        kind: "nothing";
      };
      meta: object;
    }>;
  }>>;
  newsletter: import("@trpc/server").TRPCBuiltRouter<Root, import("@trpc/server").TRPCDecorateCreateRouterOptions<{
    subscribe: import("@trpc/server").TRPCMutationProcedure<{
      input: {
        form_ticket?: string | null | undefined;
        topic_note?: string | null | undefined;
        email: string;
      };
      output: {
        subscribed: true;
      };
      meta: object;
    }>;
  }>>;
}>>;
export type AppRouter = typeof appRouter;
