package io.metasched.resource.rectangles;

/** Search for a start and elements of a request. */
public interface RectangleFinder {

  /** Returns the start that the policy selects, and the free elements with the lowest indices. */
  RectangleAnswer find(RectangleRequest request, RectanglePolicy policy);

  /** Returns the number of starts among which the policy selects; 0 if a request is refused. */
  int feasibleStarts(RectangleRequest request);
}
