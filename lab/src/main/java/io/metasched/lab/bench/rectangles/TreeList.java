package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.AvailRectList;
import io.metasched.resource.rectangles.ElementReservation;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectangleAnswer;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRefusal;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.BitSet;
import java.util.Optional;

/** Availability list of the program, a balanced tree of records. */
final class TreeList implements RepeatedList<ElementSet> {
  private final AvailRectList list;
  private final RectanglePolicy policy;

  TreeList(AvailRectList list, RectanglePolicy policy) {
    this.list = list;
    this.policy = policy;
  }

  @Override
  public ElementSet own(ElementSet elements) {
    return elements;
  }

  @Override
  public BitSet bits(ElementSet elements) {
    return RepeatedList.bitsOf(elements);
  }

  @Override
  public int size() {
    return list.size();
  }

  @Override
  public void delete(Span span, ElementSet elements) {
    require(list.delete(new ElementReservation(span, elements)));
  }

  @Override
  public Optional<Found<ElementSet>> find(RectangleRequest request) {
    return list.find(request, policy) instanceof RectangleAnswer.Found found
        ? Optional.of(
            new Found<>(found.reservation().span().start(), found.reservation().elements()))
        : Optional.empty();
  }

  @Override
  public void add(Span span, ElementSet elements) {
    require(list.add(new ElementReservation(span, elements)));
  }

  private static void require(Optional<RectangleRefusal> refusal) {
    if (refusal.isPresent()) {
      throw new IllegalStateException("the tree refuses a change: " + refusal.get());
    }
  }
}
