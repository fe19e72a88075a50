import { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Says in our words what is wrong with a value whose schema does not say it itself, so that no caller reads the library's. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'too_big':
      if (issue.origin === 'string') return `is longer than ${issue.maximum} characters`;
      if (issue.origin === 'array') return `has more than ${issue.maximum} entries`;
      return `is ${issue.inclusive ? 'more than' : 'not less than'} ${issue.maximum}`;
    case 'too_small':
      if ((issue.origin === 'string' || issue.origin === 'array') && issue.minimum === 1) return 'is empty';
      if (issue.origin === 'string') return `is shorter than ${issue.minimum} characters`;
      if (issue.origin === 'array') return `has fewer than ${issue.minimum} entries`;
      return `is ${issue.inclusive ? 'less than' : 'not more than'} ${issue.minimum}`;
    case 'invalid_format':
      return `is not ${issue.format === 'date' ? 'a date such as 2026-03-31' : 'in the right form'}`;
    default:
      if (issue.input === undefined) return 'is missing';
      if (issue.code === 'invalid_type') return `is not ${kinds[issue.expected] ?? 'of the right kind'}`;
      if (issue.code === 'invalid_value') return `is not ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.join(', ')}`;
      return 'is wrong';
  }
}

// For every schema in the process, once anything has imported this file.
z.config({ customError: messageOf });
