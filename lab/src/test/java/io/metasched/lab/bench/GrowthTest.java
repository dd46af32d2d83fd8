package io.metasched.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Exponents of costs that grow as a power of the size. */
final class GrowthTest {
  private record Row(String structure, int size, OptionalDouble cost) {
    static Row of(String structure, int size, double cost) {
      return new Row(structure, size, OptionalDouble.of(cost));
    }
  }

  private static final List<Row> ROWS =
      List.of(
          Row.of("list", 10, 100),
          Row.of("tree", 10, 3),
          Row.of("list", 100, 10_000),
          Row.of("heap", 10, 5),
          new Row("list", 1000, OptionalDouble.empty()));

  @Test
  void eachKindHasTheExponentOfItsRowsWithACost() {
    var growths = Growth.of(ROWS, Row::size, Row::structure);

    assertThat(growths.stream().map(Growth::labels))
        .containsExactly(List.of("list"), List.of("tree"), List.of("heap"));
    assertThat(growths.get(0).exponent(Row::cost).orElseThrow()).isCloseTo(2, within(1e-9));
    assertThat(growths.get(1).exponent(Row::cost)).isEmpty();
  }

  @Test
  void kindsOfASingleSizeAreNotKnown() {
    assertThat(Growth.known(ROWS, Row::size, Row::structure).stream().map(Growth::labels))
        .containsExactly(List.of("list"));
  }

  @Test
  void theColumnsAreItsLabelsAndExponents() {
    var growth = Growth.of(ROWS, Row::size, Row::structure, row -> row.size() > 999).get(0);

    assertThat(Growth.<Row>label("large", 1).text(growth)).isEqualTo("false");
    assertThat(Growth.partCost("cost", Row::cost).text(growth)).isEqualTo("2.00");
    assertThat(Growth.<Row>cost("size", Row::size).json(growth).asDouble()).isEqualTo(1);
  }
}
