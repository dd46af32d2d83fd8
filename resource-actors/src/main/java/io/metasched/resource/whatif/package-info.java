/**
 * Placement of a reservation whose start is flexible: candidate starts in its window, and methods
 * that rate the candidates by their disturbance of the jobs. The ratings are based on execution
 * plans of the waiting jobs by their estimates, with the reservation at each candidate. {@code
 * ReservationProbe} is the entry point for a cluster's reservation service. The choice of a start,
 * and the check that it is still free then, are made elsewhere.
 */
@NullMarked
package io.metasched.resource.whatif;

import org.jspecify.annotations.NullMarked;
