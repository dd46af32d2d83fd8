package io.metasched.simulation.system.cyclic.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Properties;
import io.metasched.resource.model.Requirements;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker's evaluation of properties, compared with the evaluation by a search. */
final class RequestRulesTest {
  private static final List<String> VALUES =
      List.of(
          "0",
          "5",
          "05",
          "5.0",
          "5.000001",
          "10",
          "10.",
          "10.5",
          "10.5.1",
          "1-2",
          "a100",
          "5a",
          "999999999999999",
          "1000000000000000",
          "0000000000000000005",
          "1.1234567",
          "5_",
          "v1.2");

  /** Returns whether a search accepts a node with the property. */
  private static boolean isFound(String property, String demand) {
    var node = new Node(1, 0, 1, 1, 1, List.of("a", property, "z=3"));
    return new Requirements(0, List.of(demand)).metBy(node);
  }

  private static Stream<String> demands() {
    return VALUES.stream()
        .flatMap(
            value ->
                Stream.of("<", "<=", ">", ">=", "==", "!=")
                    .flatMap(operator -> demand("m " + operator + ' ' + value).stream()));
  }

  /** Returns the parsed demand; empty if the operator cannot compare the values. */
  private static List<String> demand(String text) {
    try {
      return List.of(Properties.demand(text));
    } catch (IllegalArgumentException noNumber) {
      return List.of();
    }
  }

  @Test
  void theCheckerAndTheSearchReadEachValueAlike() {
    for (var value : VALUES) {
      var property = Properties.of("m", value).orElseThrow();
      demands()
          .forEach(
              demand ->
                  assertThat(RequestRules.isMet(demand, List.of("a", property, "z=3")))
                      .as("%s of a node with %s", demand, property)
                      .isEqualTo(isFound(property, demand)));
    }
    assertThat(demands()).hasSizeGreaterThan(60);
  }

  @ParameterizedTest
  @CsvSource({
    "10.,                 m>5,                     false",
    "10,                  m>5,                     true",
    "0000000000000000005, m>=5,                    false",
    "0000000000000000005, m=5,                     false",
    "0000000000000000005, m!=5,                    true",
    "1000000000000000,    m>5,                     false",
    "999999999999999,     m>5,                     true",
    "1.1234567,           m<2,                     false",
    "1.123456,            m<2,                     true",
    "05,                  m=5,                     true",
    "a100,                m=a100,                  true"
  })
  void aWordIsNoNumber(String value, String demand, boolean isMet) {
    var property = Properties.of("m", value).orElseThrow();

    assertThat(RequestRules.isMet(demand, List.of(property))).isEqualTo(isMet);
    assertThat(isFound(property, demand)).isEqualTo(isMet);
  }

  @ParameterizedTest
  @CsvSource({
    "m=5, m,      true",
    "m,   m,      true",
    "x,   m,      false",
    "mm=5, m,     false",
    "x,   m=5,    false",
    "m,   m=5,    false",
    "x,   m!=5,   true",
    "m,   m!=5,   false",
    "m=5, m!=5,   false",
    "m=6, m!=5,   true",
    "x,   m<=5,   false",
    "m=5, m<=5,   true",
    "m=6, m<=5,   false",
    "m=w, m<=5,   false",
    "m=5, m<5,    false",
    "m=4, m<5,    true",
    "m=w, m<5,    false",
    "m=5, m>5,    false",
    "m=6, m>5,    true",
    "m=w, m>5,    false",
    "m=5, m>=5,   true",
    "m=4, m>=5,   false",
    "m=w, m>=5,   false"
  })
  void aPropertyMeetsADemandAsItsOperatorStates(String property, String demand, boolean isMet) {
    assertThat(RequestRules.isMet(demand, List.of("a", property))).isEqualTo(isMet);
    assertThat(RequestRules.isMet(demand, List.of(property, "z"))).isEqualTo(isMet);
  }
}
