package io.metasched.resource.rectangles;

/**
 * Record of an {@link AvailRectList}.
 *
 * @param tick first tick of the record
 * @param busy the elements that are busy from this tick on; the set differs from the set of the
 *     previous record
 */
public record AvailRecord(long tick, ElementSet busy) {}
