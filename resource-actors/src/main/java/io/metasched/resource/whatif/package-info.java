/**
 * Where to place a reservation whose start is flexible: candidate starts in its window, execution
 * plans of the waiting jobs by their estimates with the reservation at each candidate, and methods
 * that rate the candidates by how little they disturb the jobs. {@code ReservationProbe} is what a
 * cluster's reservation service calls; which start is taken, and whether it is still free then, is
 * decided elsewhere.
 */
@NullMarked
package io.metasched.resource.whatif;

import org.jspecify.annotations.NullMarked;
