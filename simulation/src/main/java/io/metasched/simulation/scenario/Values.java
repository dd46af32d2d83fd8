package io.metasched.simulation.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.resource.model.Ticks;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reader of checked values. Every error contains file and line, the key, the allowed values and the
 * given value.
 */
public record Values(Config config) {
  private static final int LONGEST_NUMBER = 60;
  private static final int MOST_PROPERTIES = 20;

  /** Reads a whole number in [least, most]. */
  public long whole(String key, long least, long most) {
    var allowed = "a whole number from %d to %d".formatted(least, most);
    var number = decimal(key, allowed);
    try {
      long value = number.longValueExact();
      if (value >= least && value <= most) {
        return value;
      }
    } catch (ArithmeticException e) { // reported below
    }
    throw wrong(key, allowed);
  }

  public int wholeInt(String key, int least, int most) {
    return Math.toIntExact(whole(key, least, most));
  }

  /** Reads a number in [least, most]. */
  public double real(String key, double least, double most) {
    var allowed = "a number from %s to %s".formatted(plain(least), plain(most));
    double value = decimal(key, allowed).doubleValue();
    if (value >= least && value <= most) {
      return value;
    }
    throw wrong(key, allowed);
  }

  /**
   * Reads model units in [least, most] as ticks, or money as thousandths, rounded to the nearest.
   */
  public long thousandths(String key, double least, double most) {
    var allowed =
        "a number from %s to %s with at most 3 decimals".formatted(plain(least), plain(most));
    var value = decimal(key, allowed);
    if (value.doubleValue() < least || value.doubleValue() > most) {
      throw wrong(key, allowed);
    }
    try {
      return value
          .multiply(BigDecimal.valueOf(Ticks.PER_UNIT))
          .setScale(0, RoundingMode.UNNECESSARY)
          .longValueExact();
    } catch (ArithmeticException e) {
      throw wrong(key, allowed);
    }
  }

  /** Reads true or false. */
  public boolean yesNo(String key) {
    return word(key, List.of("true", "false")).equals("true");
  }

  /** Reads one of the allowed words. */
  public String word(String key, List<String> allowed) {
    var given = text(key);
    if (allowed.contains(given)) {
      return given;
    }
    throw wrong(key, "one of " + String.join(", ", allowed), allowed);
  }

  /** Returns whether the value of a key is exactly this word. */
  public boolean isWord(String key, String word) {
    return text(key).equals(word);
  }

  /** Returns whether the value of a key is single, neither a list nor a section. */
  public boolean isSingle(String key) {
    var type = value(key).valueType();
    return type != ConfigValueType.OBJECT && type != ConfigValueType.LIST;
  }

  /** Reads a list of distinct words, not empty. */
  public List<String> words(String key, List<String> allowed) {
    var value = value(key);
    var message = "a list of different names out of %s".formatted(String.join(", ", allowed));
    if (!(value instanceof ConfigList list) || list.isEmpty()) {
      throw wrong(key, message);
    }
    var words = new ArrayList<String>();
    for (var element : list) {
      var word = String.valueOf(element.unwrapped());
      if (!allowed.contains(word)) {
        throw new UsageException(
            "%s: %s: unknown name '%s'%s; allowed are %s"
                .formatted(
                    ScenarioText.where(element.origin()),
                    key,
                    PrintableText.shortLine(word),
                    SpellingHint.hint(word, allowed),
                    String.join(", ", allowed)));
      }
      if (words.contains(word)) {
        throw wrong(key, message);
      }
      words.add(word);
    }
    return words;
  }

  /** Reads a list of 1 to {@code most} texts. */
  public List<String> texts(String key, int most) {
    var value = value(key);
    var allowed = "a list of 1 to %d texts".formatted(most);
    if (!(value instanceof ConfigList list) || list.isEmpty() || list.size() > most) {
      throw wrong(key, allowed);
    }
    var texts = new ArrayList<String>();
    for (var element : list) {
      if (element.valueType() != ConfigValueType.STRING) {
        throw wrong(key, allowed);
      }
      texts.add(String.valueOf(element.unwrapped()));
    }
    return texts;
  }

  /** Reads shares by name, each in [0, 1]. */
  public SortedMap<String, Double> shares(String key) {
    var shares = new TreeMap<String, Double>();
    if (((ConfigObject) value(key)).size() > MOST_PROPERTIES) {
      throw wrong(key, "at most %d names".formatted(MOST_PROPERTIES));
    }
    for (var name : ((ConfigObject) value(key)).keySet()) {
      if (!name.matches("[A-Za-z0-9_-]{1,40}")) {
        throw wrong(key, "names of letters, digits, - and _");
      }
      shares.put(name, real(key + "." + name, 0, 1));
    }
    return shares;
  }

  public String text(String key) {
    var value = value(key);
    if (value.valueType() == ConfigValueType.OBJECT || value.valueType() == ConfigValueType.LIST) {
      throw wrong(key, "a single value");
    }
    return config.getString(key);
  }

  private BigDecimal decimal(String key, String allowed) {
    var text = text(key);
    if (text.length() > LONGEST_NUMBER) {
      throw wrong(key, allowed);
    }
    try {
      var number = new BigDecimal(text);
      if (Math.abs((long) number.scale()) > 30 || number.precision() > 30) {
        throw wrong(key, allowed);
      }
      return number;
    } catch (NumberFormatException e) {
      throw wrong(key, allowed);
    }
  }

  public ConfigValue value(String key) {
    try {
      return config.getValue(key);
    } catch (ConfigException.Null e) {
      throw new UsageException(
          "%s: %s: a value is needed, given was null"
              .formatted(ScenarioText.where(e.origin()), key));
    } catch (ConfigException.Missing e) {
      throw new UsageException(
          "%s: a value is needed, but the section of the key has none".formatted(key));
    }
  }

  /** Returns the exception for a value that is not allowed. */
  public UsageException wrong(String key, String allowed) {
    return wrong(key, allowed, List.of());
  }

  private UsageException wrong(String key, String allowed, List<String> known) {
    var value = value(key);
    boolean single =
        value.valueType() != ConfigValueType.OBJECT && value.valueType() != ConfigValueType.LIST;
    var given = single ? config.getString(key) : value.render(ConfigRenderOptions.concise());
    return new UsageException(
        "%s: %s: allowed is %s; given was '%s'%s"
            .formatted(
                ScenarioText.where(value.origin()),
                key,
                allowed,
                PrintableText.shortLine(given),
                SpellingHint.hint(given, known)));
  }

  /** Returns the place of a key's value. */
  public String origin(String key) {
    return ScenarioText.where(value(key).origin());
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
