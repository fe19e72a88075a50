// One site and a PostgreSQL server of its own, both of which are stopped, killed and started again. Each imported file is a suite, and
// goes on with what the suites before it leave: the site as an operator sets it up, then killed, then without PostgreSQL, then with short
// limits, overloaded, then with one login and the most detailed log.
import '#tests/http/restarted/operator.ts';
import '#tests/http/restarted/crashes.ts';
import '#tests/http/restarted/faults.ts';
import '#tests/http/restarted/strained.ts';
import '#tests/http/restarted/log.ts';
