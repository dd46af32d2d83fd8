/**
 * Availability of a cluster with the identities of its elements: which elements are busy when,
 * reservations that are added, deleted and shrunk, and the search for a start by the availability
 * rectangles of the candidates. {@link io.metasched.resource.rectangles.AvailRectList} is the
 * structure, {@link io.metasched.resource.rectangles.RectanglePolicies} names the policies. Where
 * only the number of free processors matters, package {@code profile} is the one to use.
 */
@NullMarked
package io.metasched.resource.rectangles;

import org.jspecify.annotations.NullMarked;
