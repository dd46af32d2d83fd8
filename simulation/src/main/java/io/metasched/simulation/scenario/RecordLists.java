package io.metasched.simulation.scenario;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reader of checked lists of texts, and of records of numbers; both may be empty. */
public record RecordLists(Values values) {
  private static final int LONGEST_NUMBER = 20;

  /** Reads up to {@code most} texts. */
  public List<String> texts(String key, int most) {
    var allowed = "a list of at most %d texts".formatted(most);
    if (!(values.value(key) instanceof ConfigList list)
        || list.size() > most
        || list.stream().anyMatch(each -> each.valueType() != ConfigValueType.STRING)) {
      throw values.wrong(key, allowed);
    }
    return list.stream().map(each -> String.valueOf(each.unwrapped())).toList();
  }

  /**
   * Reads up to {@code most} records of numbers of at least 0, by the names of their fields.
   *
   * @param needed required fields of each record
   * @param optional optional fields
   * @param allowed description of the allowed values, for errors
   */
  public List<SortedMap<String, BigDecimal>> records(
      String key, List<String> needed, List<String> optional, int most, String allowed) {
    if (!(values.value(key) instanceof ConfigList list) || list.size() > most) {
      throw values.wrong(key, allowed);
    }
    var records = new ArrayList<SortedMap<String, BigDecimal>>();
    for (var each : list) {
      if (!(each instanceof ConfigObject object)
          || !object.keySet().containsAll(needed)
          || !object.keySet().stream().allMatch(f -> needed.contains(f) || optional.contains(f))) {
        throw values.wrong(key, allowed);
      }
      var fields = new TreeMap<String, BigDecimal>();
      object.forEach(
          (field, value) ->
              fields.put(field, number(value).orElseThrow(() -> values.wrong(key, allowed))));
      records.add(fields);
    }
    return records;
  }

  private static Optional<BigDecimal> number(ConfigValue value) {
    var text = String.valueOf(value.unwrapped());
    try {
      var number = text.length() > LONGEST_NUMBER ? BigDecimal.ONE.negate() : new BigDecimal(text);
      return number.signum() < 0 ? Optional.empty() : Optional.of(number);
    } catch (NumberFormatException none) {
      return Optional.empty();
    }
  }
}
