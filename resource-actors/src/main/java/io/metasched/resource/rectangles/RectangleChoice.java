package io.metasched.resource.rectangles;

/**
 * Result of a search with the number of feasible starts.
 *
 * @param answer the chosen start and elements, or the reason of the refusal
 * @param feasibleStarts number of starts among which the policy selected
 */
public record RectangleChoice(RectangleAnswer answer, int feasibleStarts) {}
