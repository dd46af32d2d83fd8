/**
 * Clusters of identical processors with a queue of batch jobs, and the local schedulers that decide
 * which of them start; {@link io.metasched.resource.provider.LocalSchedulers} is their registry. A
 * provider accepts jobs and reservations. A scheduler knows only the limits that users set, never
 * actual runtimes. Model time is an argument of the methods.
 */
@NullMarked
package io.metasched.resource.provider;

import org.jspecify.annotations.NullMarked;
