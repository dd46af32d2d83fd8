package io.metasched.resource.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PropertiesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "memory >= lots",
        "memory >",
        ">= 64",
        "memory >= -1",
        "memory => 64",
        "a b",
        "1st",
        "memory >= 64 GB",
        "gpu == a!b",
        "memory >= 1.1234567"
      })
  void invalidDemandsAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Properties.demand(text));
  }

  @ParameterizedTest
  @CsvSource({
    "ssd, ssd",
    "memory >= 64, memory>=64",
    "memory>=064.50, memory>=64.5",
    "gpu == a100, gpu=a100",
    "gpu = a100, gpu=a100",
    "gpu != a100, gpu!=a100",
    "ssd == yes, ssd",
    "cores < 0.0, cores<0"
  })
  void aDemandHasOneText(String given, String text) {
    assertThat(Properties.demand(given)).isEqualTo(text);
  }

  @Test
  void aPropertyHasOneText() {
    assertThat(Properties.of("memory", "064.0")).contains("memory=64");
    assertThat(Properties.of("gpu", "a100")).contains("gpu=a100");
    assertThat(Properties.of("ssd", "yes")).contains("ssd");
    assertThat(Properties.of("ssd", "no")).isEmpty();
    assertThat(Properties.of("ssd", "")).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> Properties.of("memory", "-1"));
    assertThatIllegalArgumentException().isThrownBy(() -> Properties.of("memory", "a;b"));
  }

  @Test
  void wordsAreEqualOrNot() {
    assertThat(meets("gpu=a100", "gpu=a100")).isTrue();
    assertThat(meets("gpu=a100", "gpu=a10")).isFalse();
    assertThat(meets("gpu=a100", "gpu!=a10")).isTrue();
    assertThat(meets("gpu=a100", "gpu!=a100")).isFalse();
    assertThat(meets("gpu=a100", "gpu>=1")).isFalse();
    assertThat(meets("gpu=a100", "gpu")).isTrue();
    assertThat(meets("gpu", "gpu=a100")).isFalse();
    assertThat(meets("gpu", "gpu!=a100")).isFalse();
  }

  @Test
  void aNodeWithoutThePropertyMeetsUnequalOnly() {
    assertThat(meets("gpus=4", "gpu")).isFalse();
    assertThat(meets("gpus=4", "gpu=4")).isFalse();
    assertThat(meets("gpus=4", "gpu<=4")).isFalse();
    assertThat(meets("gpus=4", "gpu!=4")).isTrue();
  }

  @Test
  void numbersCompareAsNumbers() {
    var numbers =
        List.of("0", "0.05", "0.5", "0.51", "1", "1.5", "9", "9.000001", "10", "10.1", "64", "100");
    for (var one : numbers) {
      for (var other : numbers) {
        int order = new BigDecimal(one).compareTo(new BigDecimal(other));
        var has = "memory=" + one;

        assertThat(meets(has, "memory>=" + other)).as(one + ">=" + other).isEqualTo(order >= 0);
        assertThat(meets(has, "memory>" + other)).as(one + ">" + other).isEqualTo(order > 0);
        assertThat(meets(has, "memory<=" + other)).as(one + "<=" + other).isEqualTo(order <= 0);
        assertThat(meets(has, "memory<" + other)).as(one + "<" + other).isEqualTo(order < 0);
        assertThat(meets(has, "memory=" + other)).as(one + "=" + other).isEqualTo(order == 0);
        assertThat(meets(has, "memory!=" + other)).as(one + "!=" + other).isEqualTo(order != 0);
      }
    }
  }

  private static boolean meets(String property, String demand) {
    var node = new Node(1, 0, 1, 1, 1, List.of("a", property, "z=3"));
    return new Requirements(0, List.of(demand)).metBy(node);
  }
}
