package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.rule.RuleReport;
import java.util.TreeSet;

/**
 * Comparison of a summary with the values that follow from the files, field by field.
 *
 * @param where name of the file in violations
 */
record SummaryComparison(String where, RuleReport report) {
  private static final double SLACK = 1e-9;

  /** Reports each field that is missing, unknown or wrong. */
  void compare(String field, JsonNode must, JsonNode is) {
    if (must.isObject() && is.isObject()) {
      var names = new TreeSet<String>();
      must.fieldNames().forEachRemaining(names::add);
      is.fieldNames().forEachRemaining(names::add);
      for (var name : names) {
        compare(field.isEmpty() ? name : field + "." + name, must.path(name), is.path(name));
      }
    } else if (must.isArray() && is.isArray() && must.size() == is.size()) {
      for (int at = 0; at < must.size(); at++) {
        compare("%s[%d]".formatted(field, at), must.path(at), is.path(at));
      }
    } else if (!isSame(must, is)) {
      report.add(
          where, "%s must be %s, but is %s", PrintableText.escaped(field), shown(must), shown(is));
    }
  }

  private static boolean isSame(JsonNode must, JsonNode is) {
    if (must.isNumber() && is.isNumber()) {
      if (must.isIntegralNumber() && is.isIntegralNumber()) {
        return must.bigIntegerValue().equals(is.bigIntegerValue());
      }
      double one = must.doubleValue();
      double other = is.doubleValue();
      return Math.abs(one - other) <= SLACK * Math.max(Math.abs(one), Math.abs(other));
    }
    return must.equals(is);
  }

  private static String shown(JsonNode node) {
    if (node.isMissingNode()) {
      return "missing";
    }
    if (node.isArray()) {
      return "a list of %d".formatted(node.size());
    }
    return node.isObject() ? "an object" : PrintableText.quoted(node.asText());
  }
}
