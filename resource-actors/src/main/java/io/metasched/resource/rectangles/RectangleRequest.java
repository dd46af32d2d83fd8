package io.metasched.resource.rectangles;

/**
 * Request for elements at a common start. Impossible requests are allowed, and refused by the
 * search.
 *
 * @param ready earliest start
 * @param durationTicks duration in ticks
 * @param deadline tick by which the elements are no longer needed
 * @param elements number of elements
 */
public record RectangleRequest(long ready, long durationTicks, long deadline, int elements) {}
