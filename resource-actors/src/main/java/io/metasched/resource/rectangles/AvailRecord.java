package io.metasched.resource.rectangles;

/**
 * Record of an {@link AvailRectList}.
 *
 * @param tick first tick of the record
 * @param busy the elements that are busy from this tick on; they differ from those of the previous
 *     record
 */
public record AvailRecord(long tick, ElementSet busy) {}
