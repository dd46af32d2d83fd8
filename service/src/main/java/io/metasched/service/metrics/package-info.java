/**
 * Metrics of a running service for operators. Metrics change nothing and contain no names of users
 * or jobs.
 */
@NullMarked
package io.metasched.service.metrics;

import org.jspecify.annotations.NullMarked;
