package io.metasched.resource.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SpanTest {
  private static final Span SPAN = new Span(10, 20);

  @Test
  void aSpanIsAsLongAsItWasMade() {
    assertThat(Span.of(10, 10)).isEqualTo(SPAN);
    assertThat(SPAN.lengthTicks()).isEqualTo(10);
  }

  @Test
  void spansThatOnlyTouchDoNotOverlap() {
    assertThat(SPAN.overlaps(new Span(20, 30))).isFalse();
    assertThat(SPAN.overlaps(new Span(0, 10))).isFalse();
    assertThat(SPAN.overlaps(new Span(19, 30))).isTrue();
    assertThat(SPAN.overlaps(new Span(0, 11))).isTrue();
    assertThat(SPAN.overlaps(new Span(14, 15))).isTrue();
  }

  @Test
  void aSpanContainsItselfAndWhatLiesWithinItsEdges() {
    assertThat(SPAN.contains(SPAN)).isTrue();
    assertThat(SPAN.contains(new Span(10, 11))).isTrue();
    assertThat(SPAN.contains(new Span(9, 11))).isFalse();
    assertThat(SPAN.contains(new Span(19, 21))).isFalse();
  }

  @Test
  void noSpanIsEmptyOrBeginsBeforeTimeDoes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Span(5, 5))
        .withMessage("a span needs 0 <= start < end, but is [5, 5)");
    assertThatIllegalArgumentException().isThrownBy(() -> new Span(-1, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> new Span(5, 4));
  }

  @Test
  void noSpanEndsAfterTheEndOfTime() {
    assertThatThrownBy(() -> Span.of(Long.MAX_VALUE, 1)).isInstanceOf(ArithmeticException.class);
  }
}
