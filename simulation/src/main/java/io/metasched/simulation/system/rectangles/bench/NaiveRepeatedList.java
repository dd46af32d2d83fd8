package io.metasched.simulation.system.rectangles.bench;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.NaiveRectList;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.List;
import java.util.Optional;

/** The naive list that the tests hold the tree against. */
final class NaiveRepeatedList implements RepeatedList<ElementSet> {
  private final NaiveRectList list;
  private final ElementSet all;
  private final String policy;

  /** A list of so many elements with these records. */
  NaiveRepeatedList(int elements, List<AvailRecord> records, String policy) {
    list = new NaiveRectList(elements, records);
    all = ElementSet.range(0, elements);
    this.policy = policy;
  }

  @Override
  public ElementSet own(ElementSet elements) {
    return elements;
  }

  @Override
  public int size() {
    return list.size();
  }

  @Override
  public void delete(Span span, ElementSet elements) {
    require(list.delete(span, elements).isEmpty());
  }

  @Override
  public Optional<Found<ElementSet>> find(RectangleRequest request) {
    return list.find(request, policy, all)
        .map(found -> found.reservation())
        .map(found -> new Found<>(found.span().start(), found.elements()));
  }

  @Override
  public void add(Span span, ElementSet elements) {
    require(list.add(span, elements).isEmpty());
  }

  /** The tree has made the same change before. */
  private static void require(boolean isDone) {
    if (!isDone) {
      throw new IllegalStateException("the naive list refuses a change");
    }
  }
}
