package io.metasched.resource.rectangles;

/**
 * Asks for elements at a common start. It may be one that cannot be met; the answer says so.
 *
 * @param ready earliest start
 * @param durationTicks how long they are needed
 * @param deadline by when they are no longer needed
 * @param elements how many
 */
public record RectangleRequest(long ready, long durationTicks, long deadline, int elements) {}
