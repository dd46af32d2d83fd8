package io.metasched.resource.rectangles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.MalleableRequest.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Elements of several speeds, and requests with several shapes. */
final class RequestExtensionsTest {
  private final AvailRectList list = new AvailRectList(6);
  private final HeterogeneousElements elements =
      new HeterogeneousElements(list, List.of(500, 500, 1000, 1000, 2000, 2000));

  private static RectanglePolicy policy(String name) {
    return RectanglePolicies.named(name).orElseThrow();
  }

  private static ElementReservation taken(RectangleAnswer answer) {
    return ((RectangleAnswer.Found) answer).reservation();
  }

  private static RectangleAnswer refused(RectangleRefusal reason) {
    return new RectangleAnswer.Refused(reason);
  }

  /**
   * Checks that slower elements, if admitted, add free elements but take two or four times as long.
   */
  @ParameterizedTest
  @CsvSource({
    "ff, 2, 0, 5",
    "pe-best, 2, 0, 5",
    "pe-worst, 2, 0, 20",
    "ff, 3, 0, 10",
    "ff, 5, 0, 20"
  })
  void theDurationIsThatOfTheSlowestElementTaken(String policy, int count, long start, long end) {
    var answer = elements.find(new RectangleRequest(0, 10, 100, count), policy(policy));

    assertThat(taken(answer).span()).isEqualTo(new Span(start, end));
    assertThat(list.isFree(taken(answer).span(), taken(answer).elements())).isTrue();
  }

  @Test
  void aDeadlineMayLeaveOnlyTheFast() {
    assertThat(taken(elements.find(new RectangleRequest(0, 10, 9, 2), policy("pe-worst"))))
        .isEqualTo(new ElementReservation(new Span(0, 5), ElementSet.of(4, 5)));
    assertThat(elements.find(new RectangleRequest(0, 10, 9, 3), policy("ff")))
        .isEqualTo(refused(RectangleRefusal.DEADLINE_TOO_EARLY));
    assertThat(elements.find(new RectangleRequest(0, 10, 9, 7), policy("ff")))
        .isEqualTo(refused(RectangleRefusal.NO_SUCH_ELEMENTS));
    assertThat(elements.find(new RectangleRequest(0, 0, 9, 7), policy("ff")))
        .isEqualTo(refused(RectangleRefusal.NO_TIME));
    assertThat(elements.find(new RectangleRequest(0, Long.MAX_VALUE, 9, 1), policy("ff")))
        .isEqualTo(refused(RectangleRefusal.DEADLINE_TOO_EARLY));

    assertThat(list.add(new ElementReservation(new Span(3, 8), ElementSet.of(5)))).isEmpty();

    assertThat(elements.find(new RectangleRequest(0, 10, 9, 2), policy("ff")))
        .isEqualTo(refused(RectangleRefusal.NOT_FREE));
  }

  @Test
  void aReservationEndsSoonerWhereOnlyFasterElementsAreTaken() {
    var faster = new HeterogeneousElements(list, List.of(3000, 3000, 1500, 1500, 1500, 1500));

    // six free elements are more than two; the two with the lowest indices are fast; 10 / 3 is
    // rounded
    var answer = faster.find(new RectangleRequest(0, 10, 100, 2), policy("pe-worst"));

    assertThat(taken(answer))
        .isEqualTo(new ElementReservation(new Span(0, 4), ElementSet.of(0, 1)));
  }

  @Test
  void everyElementNeedsASpeed() {
    assertThatThrownBy(() -> new HeterogeneousElements(list, List.of(1000)))
        .hasMessage("6 elements need as many speeds, but have 1");
    assertThatThrownBy(() -> new HeterogeneousElements(new AvailRectList(1), List.of(0)))
        .hasMessage("a speed must be at least 1, but is 0");
  }

  @Test
  void thePolicyChoosesTheShape() {
    assertThat(list.add(new ElementReservation(new Span(0, 10), ElementSet.range(2, 6)))).isEmpty();
    var request = new MalleableRequest(0, 30, List.of(new Shape(4, 10), new Shape(2, 20)));

    assertThat(taken(request.find(list, policy("ff"))))
        .isEqualTo(new ElementReservation(new Span(0, 20), ElementSet.range(0, 2)));
    assertThat(taken(request.find(list, policy("pe-worst"))))
        .isEqualTo(new ElementReservation(new Span(10, 20), ElementSet.range(0, 4)));
  }

  @Test
  void ofEqualShapesTheFirstIsTaken() {
    var request = new MalleableRequest(5, 30, List.of(new Shape(4, 10), new Shape(2, 20)));

    for (var name : RectanglePolicies.names()) {
      assertThat(taken(request.find(list, policy(name))))
          .isEqualTo(new ElementReservation(new Span(5, 15), ElementSet.range(0, 4)));
    }
  }

  @Test
  void shapesMayNeedElementsOfSeveralSpeeds() {
    var request = new MalleableRequest(0, 12, List.of(new Shape(6, 10), new Shape(3, 12)));

    assertThat(taken(request.find(elements, policy("ff"))))
        .isEqualTo(new ElementReservation(new Span(0, 12), ElementSet.range(2, 5)));
  }

  @Test
  void aRequestIsRefusedWhereNoShapeFits() {
    var request = new MalleableRequest(0, 9, List.of(new Shape(7, 5), new Shape(2, 20)));

    assertThat(request.find(list, policy("ff")))
        .isEqualTo(refused(RectangleRefusal.DEADLINE_TOO_EARLY));
    assertThatThrownBy(() -> new MalleableRequest(0, 9, List.of()))
        .hasMessage("a request needs a shape");
  }
}
