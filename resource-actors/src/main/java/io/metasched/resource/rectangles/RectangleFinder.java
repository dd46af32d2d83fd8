package io.metasched.resource.rectangles;

/** Finds a start and elements for a request. */
@FunctionalInterface
public interface RectangleFinder {

  /** The start that the policy chooses, and the elements of lowest index that are free there. */
  RectangleAnswer find(RectangleRequest request, RectanglePolicy policy);
}
