package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.api.Problem.Fault;
import io.metasched.service.book.Money;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reader of the fields of a JSON object. Faults are collected with their pointers, so that one
 * answer names all faults. Unknown fields are also faults.
 */
final class ObjectReader {
  private static final int SHOWN_CHARS = 60;

  private final String pointer;
  private final JsonNode node;
  private final List<Fault> faults;
  private final TreeSet<String> asked = new TreeSet<>();

  /** Creates a reader of a body, whose faults {@link #requireNoFault} throws. */
  ObjectReader(JsonNode body) {
    this("", body, new ArrayList<>());
  }

  ObjectReader(String pointer, JsonNode node, List<Fault> faults) {
    this.pointer = pointer;
    this.faults = faults;
    if (node.isObject()) {
      this.node = node;
    } else {
      fault(pointer, "is not an object", "an object", node);
      this.node = JsonNodeFactory.instance.objectNode();
    }
  }

  private void fault(String where, String message, String allowed, JsonNode given) {
    var text = given.isTextual() ? given.textValue() : given.toString();
    var shown = text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "...";
    faults.add(new Fault(where, message, allowed, shown));
  }

  private String at(String name) {
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  void wrong(String name, String message, String allowed) {
    fault(at(name), message, allowed, node.path(name));
  }

  private Optional<JsonNode> member(String name) {
    asked.add(name);
    var value = node.get(name);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  boolean has(String name) {
    return member(name).isPresent();
  }

  /** Adds a fault for each field that was not read. */
  void end() {
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!asked.contains(name)) {
                fault(at(name), "is unknown", String.join(", ", asked), node.path(name));
              }
            });
  }

  /**
   * Ends the reading of a body.
   *
   * @throws Problem with all faults, including unread fields, if there are any
   */
  void requireNoFault() {
    end();
    Problem.throwAny(faults);
  }

  /**
   * Returns whether a value is text that files and commands can contain: no NUL, no unpaired
   * surrogate.
   */
  private static boolean isText(JsonNode value) {
    return value.isTextual()
        && value.textValue().indexOf('\0') < 0
        && StandardCharsets.UTF_8.newEncoder().canEncode(value.textValue());
  }

  Optional<String> text(String name, int most) {
    var value = member(name);
    if (value.isPresent() && (!isText(value.get()) || value.get().textValue().length() > most)) {
      fault(at(name), "is invalid", "a text of at most %d characters".formatted(most), value.get());
      return Optional.empty();
    }
    return value.map(JsonNode::textValue);
  }

  /** Returns a text as {@link #text} does; an empty text is a fault, because it has no meaning. */
  Optional<String> filledText(String name, int most) {
    var text = text(name, most);
    if (text.filter(String::isEmpty).isPresent()) {
      wrong(name, "is empty", "a text of 1 to %d characters".formatted(most));
    }
    return text;
  }

  /** Returns a base64 text; empty if the text is missing or invalid. */
  String base64(String name, int mostBytes) {
    var text = text(name, (mostBytes + 2) / 3 * 4).orElse("");
    try {
      Base64.getDecoder().decode(text);
      return text;
    } catch (IllegalArgumentException e) {
      wrong(name, "is invalid", "base64 as in RFC 4648, section 4");
      return "";
    }
  }

  String requiredText(String name, int most) {
    require(name, "a text of at most %d characters".formatted(most));
    return text(name, most).orElse("");
  }

  private void require(String name, String allowed) {
    if (member(name).isEmpty()) {
      faults.add(new Fault(at(name), "is missing", allowed, "nothing"));
    }
  }

  Optional<Long> whole(String name, long least, long most) {
    var value = member(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    var number = value.get();
    if (!number.isIntegralNumber()
        || !number.canConvertToLong()
        || number.longValue() < least
        || number.longValue() > most) {
      fault(at(name), "is invalid", "a whole number from %d to %d".formatted(least, most), number);
      return Optional.empty();
    }
    return Optional.of(number.longValue());
  }

  Optional<Boolean> flag(String name) {
    var value = member(name);
    if (value.isPresent() && !value.get().isBoolean()) {
      wrong(name, "is invalid", "true or false");
      return Optional.empty();
    }
    return value.map(JsonNode::booleanValue);
  }

  Optional<Long> money(String name) {
    var value = text(name, 20);
    if (value.isPresent() && Money.parse(value.get()).isEmpty()) {
      wrong(name, "is invalid", "an amount as a text, such as \"12.500\"");
      return Optional.empty();
    }
    return value.map(text -> Money.parse(text).orElseThrow());
  }

  /** Returns a price per second, in 1/1000. */
  Optional<Long> price(String name) {
    var milli = money(name);
    if (milli.isPresent() && milli.get() > Money.MOST_PRICE_MILLI) {
      wrong(name, "is invalid", "at most " + Money.format(Money.MOST_PRICE_MILLI) + " a second");
      return Optional.empty();
    }
    return milli;
  }

  Optional<Instant> instant(String name) {
    var value = text(name, 40);
    var instant = value.flatMap(ApiTime::parse);
    if (value.isPresent() && instant.isEmpty()) {
      wrong(name, "is invalid", ApiTime.ALLOWED);
    }
    return instant;
  }

  Optional<Duration> duration(String name, Duration least, Duration most) {
    var value = text(name, 40);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      var duration = Duration.parse(value.get());
      if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
        return Optional.of(duration);
      }
    } catch (DateTimeException e) { // added below
    }
    wrong(
        name, "is invalid", "a duration from %s to %s, such as \"PT1H30M\"".formatted(least, most));
    return Optional.empty();
  }

  /** Returns a constant of an enum, given by its label. */
  <E extends Enum<E>> Optional<E> word(String name, E[] constants, Function<E, String> label) {
    var words = new TreeMap<String, E>();
    for (var each : constants) {
      words.put(label.apply(each), each);
    }
    var value = text(name, SHOWN_CHARS);
    if (value.isPresent() && !words.containsKey(value.get())) {
      wrong(name, "is invalid", "one of " + words.keySet());
      return Optional.empty();
    }
    return value.map(words::get);
  }

  Optional<ObjectReader> object(String name) {
    return member(name).map(value -> new ObjectReader(at(name), value, faults));
  }

  ObjectReader requiredObject(String name) {
    require(name, "an object");
    return object(name)
        .orElseGet(
            () ->
                new ObjectReader(
                    at(name), JsonNodeFactory.instance.objectNode(), new ArrayList<>()));
  }

  List<String> texts(String name, int mostTexts, int mostChars) {
    var texts = new ArrayList<String>();
    for (var each : elements(name, mostTexts)) {
      if (isText(each)) {
        texts.add(each.textValue());
      } else {
        fault(at(name), "is invalid", "texts", each);
      }
    }
    if (texts.stream().mapToLong(String::length).sum() > mostChars) {
      faults.add(
          new Fault(
              at(name), "is too long", "%d characters in total".formatted(mostChars), "more"));
    }
    return texts;
  }

  List<JsonNode> elements(String name, int most) {
    var value = member(name);
    var elements = new ArrayList<JsonNode>();
    if (value.isPresent()) {
      if (value.get().isArray() && value.get().size() <= most) {
        value.get().forEach(elements::add);
      } else {
        fault(at(name), "is invalid", "a list of at most %d".formatted(most), value.get());
      }
    }
    return elements;
  }

  List<ObjectReader> objects(String name, int most) {
    var objects = new ArrayList<ObjectReader>();
    for (var each : elements(name, most)) {
      objects.add(new ObjectReader(at(name) + "/" + objects.size(), each, faults));
    }
    return objects;
  }

  /** Returns an object whose fields are texts. */
  Map<String, String> map(String name, int most, String form, int mostChars) {
    var map = new TreeMap<String, String>();
    var value = member(name);
    if (value.isPresent() && (!value.get().isObject() || value.get().size() > most)) {
      fault(at(name), "is invalid", "an object of at most %d texts".formatted(most), value.get());
      return map;
    }
    long[] chars = {0};
    value.ifPresent(
        object ->
            object
                .properties()
                .forEach(
                    field -> {
                      var text = field.getValue();
                      if (field.getKey().matches(form) && isText(text)) {
                        map.put(field.getKey(), text.textValue());
                        chars[0] += field.getKey().length() + text.textValue().length();
                      } else {
                        fault(at(name), "is invalid", "names as " + form + ", texts", text);
                      }
                    }));
    if (chars[0] > mostChars) {
      faults.add(
          new Fault(
              at(name), "is too long", "%d characters in total".formatted(mostChars), "more"));
    }
    return map;
  }
}
