package io.metasched.resource.rectangles;

/**
 * A record of an {@link AvailRectList}.
 *
 * @param tick from when on these elements are busy
 * @param busy the elements; they differ from those of the record before
 */
public record AvailRecord(long tick, ElementSet busy) {}
