package io.metasched.resource.rectangles;

/**
 * Record of an {@link AvailRectList}.
 *
 * @param tick first tick at which these elements are busy
 * @param busy the busy elements, which differ from those of the record before
 */
public record AvailRecord(long tick, ElementSet busy) {}
