package io.metasched.resource.rectangles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Span;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Example of the paper on parallel reservations (section 4, figure 1), and refusals. */
final class AvailRectListTest {
  private static final int ELEMENTS = 10;
  private static final long T0 = 0;
  private static final long T1 = 10;
  private static final long T2 = 15;
  private static final long T3 = 20;
  private static final long T4 = 25;
  private static final long T5 = 30;
  private static final long T6 = 35;
  private static final long T7 = 40;
  private static final long T8 = 45;
  private static final long T9 = 50;
  private static final long T10 = 60;
  private static final ElementSet N1 = ElementSet.range(0, 3);
  private static final ElementSet N2 = ElementSet.of(3, 4);
  private static final ElementSet N3 = ElementSet.range(0, 4);
  private static final ElementReservation JOB1 = reservation(T0, T3, N1);
  private static final ElementReservation JOB2 = reservation(T0, T1, N2);
  private static final ElementReservation JOB3 = reservation(T8, T10, N3);
  private static final RectangleRequest REQUEST = new RectangleRequest(T2, T4 - T2, T9, 3);

  private final AvailRectList list = new AvailRectList(ELEMENTS);

  @BeforeEach
  void reserveThreeJobs() {
    for (var job : List.of(JOB1, JOB2, JOB3)) {
      assertThat(list.add(job)).isEmpty();
    }
  }

  private static ElementReservation reservation(long start, long end, ElementSet elements) {
    return new ElementReservation(new Span(start, end), elements);
  }

  private RectangleAnswer find(RectangleRequest request, String policy) {
    return list.find(request, RectanglePolicies.named(policy).orElseThrow());
  }

  private String text() {
    var text = new StringBuilder();
    list.records().forEach(r -> text.append(r.tick()).append(r.busy()).append(' '));
    return text.toString().trim();
  }

  @Test
  void theRecordsAreThoseOfTheExample() {
    assertThat(text()).isEqualTo("0{0-4} 10{0-2} 20{} 45{0-3} 60{}");
    assertThat(list.size()).isEqualTo(5);
    assertThat(list.busyAt(T2)).isEqualTo(N1);
    assertThat(list.busyAt(T10)).isEqualTo(ElementSet.of());
  }

  /**
   * Checks each row; the paper gives the rectangles of t2 and t3, and t6 has the same rectangle as
   * t3.
   */
  @ParameterizedTest
  @CsvSource({
    "ff, 15, 10, 45, 7",
    "pe-best, 40, 10, 50, 6",
    "pe-worst, 20, 20, 45, 10",
    "duration-best, 20, 20, 45, 10",
    "duration-worst, 40, 10, 50, 6",
    "pe-duration-best, 40, 10, 50, 6",
    "pe-duration-worst, 20, 20, 45, 10"
  })
  void eachPolicyChoosesByTheRectangle(String policy, long start, long begin, long end, int free) {
    var found = (RectangleAnswer.Found) find(REQUEST, policy);

    assertThat(found.reservation().span()).isEqualTo(Span.of(start, T4 - T2));
    assertThat(found.reservation().elements().size()).isEqualTo(3);
    assertThat(found.rectangle().begin()).isEqualTo(begin);
    assertThat(found.rectangle().end()).isEqualTo(end);
    assertThat(found.rectangle().elements().size()).isEqualTo(free);
  }

  @Test
  void onlyFourStartsAreCandidates() {
    var naive = new NaiveRectList(ELEMENTS);
    for (var job : List.of(JOB1, JOB2, JOB3)) {
      assertThat(naive.add(job.span(), job.elements())).isEmpty();
    }

    assertThat(naive.candidates(REQUEST, ElementSet.range(0, ELEMENTS)))
        .extracting(found -> found.reservation().span().start())
        .containsExactly(T2, T3, T6, T7);
  }

  @Test
  void recordsThatBecomeEqualAreMerged() {
    assertThat(list.add(reservation(T3, T5, N1))).isEmpty();
    assertThat(text()).isEqualTo("0{0-4} 10{0-2} 30{} 45{0-3} 60{}");

    assertThat(list.delete(JOB2)).isEmpty();
    assertThat(text()).isEqualTo("0{0-2} 30{} 45{0-3} 60{}");
  }

  @Test
  void anEmptyListStartsAtTheReadyTime() {
    var empty = new AvailRectList(ELEMENTS);
    for (var name : RectanglePolicies.names()) {
      var answer = empty.find(REQUEST, RectanglePolicies.named(name).orElseThrow());

      assertThat(answer)
          .isEqualTo(
              new RectangleAnswer.Found(
                  reservation(T2, T4, N1),
                  new AvailabilityRectangle(
                      AvailabilityRectangle.NO_BEGIN, T9, ElementSet.range(0, ELEMENTS))));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 10, 50, 0, NO_ELEMENTS",
    "0, 10, 50, -1, NO_ELEMENTS",
    "0, 0, 50, 1, NO_TIME",
    "0, -3, 50, 1, NO_TIME",
    "-1, 10, 50, 1, NO_TIME",
    "0, 10, 50, 11, NO_SUCH_ELEMENTS",
    "5, 10, 14, 1, DEADLINE_TOO_EARLY",
    "5, 10, -9223372036854775807, 1, DEADLINE_TOO_EARLY",
    "0, 10, 19, 8, NOT_FREE",
    "0, 9223372036854775807, 9223372036854775807, 7, NOT_FREE"
  })
  void impossibleRequestsAreRefused(
      long ready, long duration, long deadline, int elements, RectangleRefusal reason) {
    var before = list.records();

    for (var policy : RectanglePolicies.names()) {
      assertThat(find(new RectangleRequest(ready, duration, deadline, elements), policy))
          .isEqualTo(new RectangleAnswer.Refused(reason));
    }
    assertThat(list.records()).isEqualTo(before);
  }

  @Test
  void aRefusedChangeChangesNothing() {
    var before = list.records();
    var none = ElementSet.of();
    var beyond = ElementSet.of(9, 10);

    assertThat(list.add(JOB1.over(new Span(19, 30)))).hasValue(RectangleRefusal.NOT_FREE);
    assertThat(list.add(reservation(30, 46, ElementSet.of(3)))).hasValue(RectangleRefusal.NOT_FREE);
    assertThat(list.add(reservation(30, 40, none))).hasValue(RectangleRefusal.NO_ELEMENTS);
    assertThat(list.add(reservation(30, 40, beyond))).hasValue(RectangleRefusal.NO_SUCH_ELEMENTS);
    assertThat(list.delete(JOB1.over(new Span(0, 21)))).hasValue(RectangleRefusal.NOT_RESERVED);
    assertThat(list.delete(reservation(0, 20, N3))).hasValue(RectangleRefusal.NOT_RESERVED);
    assertThat(list.delete(reservation(70, 80, N1))).hasValue(RectangleRefusal.NOT_RESERVED);
    assertThat(list.delete(reservation(0, 5, none))).hasValue(RectangleRefusal.NO_ELEMENTS);
    assertThat(list.delete(reservation(0, 5, beyond))).hasValue(RectangleRefusal.NO_SUCH_ELEMENTS);
    assertThat(list.find(REQUEST, RectanglePolicies.named("ff").orElseThrow(), N2))
        .isEqualTo(new RectangleAnswer.Refused(RectangleRefusal.NO_SUCH_ELEMENTS));

    assertThat(list.records()).isEqualTo(before);
  }

  @Test
  void aReservationMayLastForEver() {
    assertThat(list.add(reservation(100, Long.MAX_VALUE, N2))).isEmpty();

    assertThat(find(new RectangleRequest(70, 40, Long.MAX_VALUE, 9), "ff"))
        .isEqualTo(new RectangleAnswer.Refused(RectangleRefusal.NOT_FREE));
    assertThat(find(new RectangleRequest(70, 30, Long.MAX_VALUE, 9), "pe-duration-worst"))
        .isInstanceOf(RectangleAnswer.Found.class);
  }

  @Test
  void setsReadAsRuns() {
    assertThat(ElementSet.of(7, 0, 2, 1, 64, 63)).hasToString("{0-2, 7, 63-64}");
    assertThat(ElementSet.range(60, 200).lowest(5)).isEqualTo(ElementSet.range(60, 65));
    assertThat(ElementSet.of(3)).hasSameHashCodeAs(ElementSet.range(3, 4)).isNotEqualTo(N2);
    assertThatThrownBy(() -> ElementSet.of(-1))
        .hasMessage("an element's index is at least 0, but is -1");
    assertThatThrownBy(() -> new AvailRectList(0))
        .hasMessage("elements must be at least 1, but are 0");
  }
}
