/**
 * Candidate starts of a flexible reservation on a provider, with execution plans of its waiting
 * jobs.
 *
 * <p>A plan uses the estimates of the jobs, with or without the reservation at a candidate start.
 * Providers call {@link io.metasched.resource.provider.probe.ReservationProbe}; this package does
 * not decide which start is taken.
 */
@NullMarked
package io.metasched.resource.provider.probe;

import org.jspecify.annotations.NullMarked;
