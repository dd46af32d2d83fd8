package io.metasched.service.api;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Schema of a value in the API description, with the keywords that requests use. A keyword that is
 * not here is an error when the description is loaded.
 *
 * @param type types of the value; string if there are none
 * @param words all valid texts
 * @param pattern pattern of which a part of the text is a match
 * @param title description of the valid values, used instead of one made from the bounds
 * @param usual value of an absent member
 * @param mostCharacters highest length of all texts of a list, or all names and texts of an object
 * @param leastDuration lower bound of a duration
 * @param mostDuration upper bound of a duration
 * @param others schema of members that are not in {@code properties}; empty if there are none
 */
@JsonIgnoreProperties({"description", "deprecated"})
record Schema(
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) Optional<List<String>> type,
    @JsonProperty("enum") Optional<List<String>> words,
    Optional<Pattern> pattern,
    Optional<String> format,
    Optional<String> title,
    @JsonProperty("default") Optional<JsonNode> usual,
    Optional<Long> minimum,
    Optional<Long> maximum,
    Optional<Long> minLength,
    Optional<Long> maxLength,
    Optional<Long> minItems,
    Optional<Long> maxItems,
    Optional<Long> maxProperties,
    @JsonProperty("x-maxCharacters") Optional<Long> mostCharacters,
    @JsonProperty("x-minimum") Optional<Duration> leastDuration,
    @JsonProperty("x-maximum") Optional<Duration> mostDuration,
    Optional<Schema> items,
    Optional<Map<String, Schema>> properties,
    Optional<List<String>> required,
    Optional<Schema> propertyNames,
    @JsonProperty("additionalProperties") Optional<Schema> others) {
  private static final int MOST_FORMATTED = 40; // characters of a time or a duration

  Schema {
    usual = usual.filter(each -> !each.isNull()); // Jackson reads an absent node as null
  }

  /** Returns whether values of a type may be valid. */
  boolean allows(String each) {
    return type.isPresent() ? type.get().contains(each) : each.equals("string");
  }

  /** Returns the schemas of named members, in order. */
  Map<String, Schema> members() {
    return properties.orElse(Collections.emptyMap());
  }

  /** Returns whether a value is valid, apart from its members. */
  boolean isValid(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> allows("string") && isValid(value.textValue());
      case NUMBER ->
          allows("integer")
              && value.isIntegralNumber()
              && value.canConvertToLong()
              && isBetween(value.longValue(), minimum, maximum);
      case BOOLEAN -> allows("boolean");
      case ARRAY -> allows("array") && isBetween(value.size(), minItems, maxItems);
      case OBJECT -> allows("object") && isBetween(value.size(), Optional.empty(), maxProperties);
      default -> value.isNull() && allows("null");
    };
  }

  private boolean isValid(String text) {
    return isBetween(text.length(), minLength, maxLength)
        && (words.isEmpty() || words.get().contains(text))
        && (pattern.isEmpty() || pattern.get().matcher(text).find())
        && (format.isEmpty() || hasFormat(text))
        && isWhole(text);
  }

  private static boolean isBetween(long number, Optional<Long> least, Optional<Long> most) {
    return (least.isEmpty() || number >= least.get()) && (most.isEmpty() || number <= most.get());
  }

  private boolean hasFormat(String text) {
    if (text.length() > MOST_FORMATTED) {
      return false;
    } else if (!format.orElseThrow().equals("duration")) {
      return ApiTime.parse(text).isPresent();
    }
    try {
      var duration = Duration.parse(text);
      return duration.compareTo(leastDuration.orElseThrow()) >= 0
          && duration.compareTo(mostDuration.orElseThrow()) <= 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Returns whether files and commands can contain a text: no NUL, no half of a surrogate pair. */
  private static boolean isWhole(String text) {
    for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
      int each = text.codePointAt(at);
      if (each == 0 || Character.getType(each) == Character.SURROGATE) {
        return false;
      }
    }
    return true;
  }

  /** Returns a description of the valid values. */
  String allowed() {
    if (title.isPresent()) {
      return title.get();
    } else if (words.isPresent()) {
      return "one of " + words.get().stream().sorted().toList();
    } else if (leastDuration.isPresent()) {
      return "a duration from %s to %s, such as \"PT1H30M\""
          .formatted(leastDuration.get(), mostDuration.orElseThrow());
    } else if (format.isPresent()) {
      return ApiTime.ALLOWED;
    } else if (pattern.isPresent()) {
      return "a text as " + pattern.get().toString().replaceAll("^\\^|\\\\z$", "");
    }
    return switch (type.map(types -> types.get(0)).orElse("string")) {
      case "integer" -> "a whole number" + range(" from ", minimum, maximum, "");
      case "boolean" -> "true or false";
      case "array" -> "a list" + range(" of ", minItems, maxItems, "");
      case "object" -> "an object" + range("", Optional.empty(), maxProperties, " texts");
      default -> "a text" + range(" of ", minLength, maxLength, " characters");
    };
  }

  private static String range(String word, Optional<Long> least, Optional<Long> most, String unit) {
    if (least.isPresent() && most.isPresent()) {
      return word + least.get() + " to " + most.get() + unit;
    }
    return most.map(bound -> " of at most " + bound + unit)
        .or(() -> least.map(bound -> " of at least " + bound + unit))
        .orElse("");
  }
}
