package io.metasched.simulation.system.rectangles.bench;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.Optional;

/**
 * A structure that repeats the changes of the tree.
 *
 * @param <S> what it has for a set of elements
 */
interface RepeatedList<S> {

  /**
   * A start with the elements to take.
   *
   * @param <S> what the list has for a set of elements
   */
  record Found<S>(long start, S elements) {}

  /** A set as this list takes it; to make it is no part of a change. */
  S own(ElementSet elements);

  /** How many records there are. */
  int size();

  /** Frees elements that are busy. */
  void delete(Span span, S elements);

  /** The start that the policy chooses, and the elements of lowest index that are free there. */
  Optional<Found<S>> find(RectangleRequest request);

  /** Makes elements busy that are free. */
  void add(Span span, S elements);
}
