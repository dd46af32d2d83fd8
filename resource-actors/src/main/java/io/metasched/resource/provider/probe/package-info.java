/**
 * Candidate starts of a flexible reservation on a provider, with execution plans of its waiting
 * jobs.
 *
 * <p>A plan uses the estimates of the jobs, with and without the reservation at a candidate. {@link
 * io.metasched.resource.provider.probe.ReservationProbe} is what a provider calls; which start is
 * taken is decided elsewhere.
 */
@NullMarked
package io.metasched.resource.provider.probe;

import org.jspecify.annotations.NullMarked;
