package io.metasched.resource.rectangles;

/**
 * What a search came to.
 *
 * @param answer the start and elements that were chosen, or why none
 * @param feasibleStarts how many starts the policy chose among
 */
public record RectangleChoice(RectangleAnswer answer, int feasibleStarts) {}
