package io.metasched.simulation.scenario;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reader of checked lists of positive numbers, in thousandths. */
public record NumberLists(Values values) {
  private static final int LEAST_MILLI = 1;
  private static final int MOST_MILLI = 1_000_000_000;
  private static final int DECIMALS = 3;
  private static final int LONGEST_NUMBER = 20;

  /** Reads up to {@code most} numbers from 0.001 to {@code mostUnits}, in thousandths. */
  public List<Integer> thousandths(String key, int most, int mostUnits) {
    var allowed = "a list of at most %d numbers from 0.001 to %d".formatted(most, mostUnits);
    var numbers = new ArrayList<Integer>();
    for (var value : list(key, most, allowed)) {
      numbers.add(milli(value, mostUnits).orElseThrow(() -> values.wrong(key, allowed)));
    }
    return numbers;
  }

  /**
   * Reads up to {@code most} groups {count, FIELD}: a whole number, and a number from 0.001 to
   * {@code mostUnits} in thousandths.
   *
   * @return pairs of count and number
   */
  public List<List<Integer>> groups(String key, String field, int most, int mostUnits) {
    var allowed =
        "a list of at most %d groups {count, %s}, %s from 0.001 to %d"
            .formatted(most, field, field, mostUnits);
    var groups = new ArrayList<List<Integer>>();
    for (var value : list(key, most, allowed)) {
      if (!(value instanceof ConfigObject group) || group.size() != 2) {
        throw values.wrong(key, allowed);
      }
      var count = milli(group.get("count"), MOST_MILLI / 1000);
      var number = milli(group.get(field), mostUnits);
      if (count.isEmpty() || count.get() % 1000 != 0 || number.isEmpty()) {
        throw values.wrong(key, allowed);
      }
      groups.add(List.of(count.get() / 1000, number.get()));
    }
    return groups;
  }

  private List<ConfigValue> list(String key, int most, String allowed) {
    if (values.value(key) instanceof ConfigList list && list.size() <= most) {
      return List.copyOf(list);
    }
    throw values.wrong(key, allowed);
  }

  private static Optional<Integer> milli(@Nullable ConfigValue value, int mostUnits) {
    var text = value == null ? "" : String.valueOf(value.unwrapped());
    if (text.length() > LONGEST_NUMBER) {
      return Optional.empty();
    }
    try {
      var milli = new BigDecimal(text).movePointRight(DECIMALS);
      boolean isAllowed =
          milli.compareTo(BigDecimal.valueOf(LEAST_MILLI)) >= 0
              && milli.compareTo(BigDecimal.valueOf(1000L * mostUnits)) <= 0;
      return isAllowed ? Optional.of(milli.intValueExact()) : Optional.empty();
    } catch (NumberFormatException noNumber) {
      return Optional.empty();
    } catch (ArithmeticException tooFine) {
      return Optional.empty();
    }
  }
}
