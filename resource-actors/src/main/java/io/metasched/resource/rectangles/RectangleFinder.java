package io.metasched.resource.rectangles;

/** Finds a start and elements for a request. */
public interface RectangleFinder {

  /** The start that the policy chooses, and the elements of lowest index that are free there. */
  RectangleAnswer find(RectangleRequest request, RectanglePolicy policy);

  /** How many starts the policy chooses among; 0 where a request is refused. */
  int feasibleStarts(RectangleRequest request);
}
