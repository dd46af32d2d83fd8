/**
 * A cluster of identical processors with a queue of batch jobs, and the local schedulers that
 * decide which of them start: {@link io.metasched.resource.provider.LocalSchedulers} names them;
 * and a provider, which takes reservations beside them. A scheduler knows the limits that users
 * set, never how long a job will really run. Model time comes in as an argument.
 */
@NullMarked
package io.metasched.resource.provider;

import org.jspecify.annotations.NullMarked;
