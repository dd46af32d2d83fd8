package io.metasched.service.slurm;

import io.metasched.service.slurm.SlurmOption.Use;
import io.metasched.service.slurm.SlurmOption.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Options of a command, and the parser of its arguments, which follows getopt_long.
 *
 * @param isOrdered whether the options end at the first operand
 */
public record OptionTable(String command, boolean isOrdered, List<SlurmOption> options) {
  private static final List<SlurmOption> OF_ALL =
      List.of(
          new SlurmOption("help", "h", Value.NONE, Use.UNDERSTOOD, "this list"),
          new SlurmOption("usage", "", Value.NONE, Use.UNDERSTOOD, "the first line of this list"),
          new SlurmOption("version", "V", Value.NONE, Use.UNDERSTOOD, "version"),
          new SlurmOption("verbose", "v", Value.NONE, Use.WITHOUT_EFFECT, "-"),
          new SlurmOption("quiet", "Q", Value.NONE, Use.WITHOUT_EFFECT, "-"),
          new SlurmOption("clusters", "M", Value.REQUIRED, Use.WITHOUT_EFFECT, "one cluster"));

  public OptionTable {
    options = List.copyOf(options);
  }

  /** Creates a table whose options may follow operands. */
  static OptionTable of(String command) {
    return new OptionTable(command, false, List.of());
  }

  /** Creates a table whose options end at the first operand. */
  static OptionTable ordered(String command) {
    return new OptionTable(command, true, List.of());
  }

  /**
   * Returns a table with further options, which have the same treatment.
   *
   * @param lines lines such as {@code time= t: time limit}, with {@code =} after the name of an
   *     option with a value, and {@code =?} for an optional value
   */
  OptionTable with(Use use, String lines) {
    var more = new ArrayList<>(options);
    for (var line : lines.strip().split("\n", -1)) {
      var words = line.split(": ", 2);
      var names = words[0].split(" ", 2);
      var name = names[0].replaceAll("=\\??$", "");
      var value =
          names[0].endsWith("=")
              ? Value.REQUIRED
              : names[0].endsWith("=?") ? Value.OPTIONAL : Value.NONE;
      var letter = names.length > 1 ? names[1] : "";
      more.add(new SlurmOption(name, letter, value, use, words[1]));
    }
    return new OptionTable(command, isOrdered, more);
  }

  private List<SlurmOption> all() {
    var all = new ArrayList<>(options);
    for (var each : OF_ALL) {
      if (options.stream().noneMatch(own -> own.name().equals(each.name()))) {
        boolean isFree = options.stream().noneMatch(own -> own.letter().equals(each.letter()));
        all.add(isFree ? each : each.withoutLetter());
      }
    }
    return all;
  }

  /** Returns all options with their meanings, one per line, the understood ones first. */
  String help() {
    var text = new StringBuilder();
    for (var use : Use.values()) {
      var some = all().stream().filter(each -> each.use() == use).toList();
      text.append(some.isEmpty() ? "" : "\nOptions that are %s:\n".formatted(use.label()));
      some.forEach(each -> text.append("  %-28s %s\n".formatted(each.forms(), each.meaning())));
    }
    return text.toString();
  }

  /** Returns the letters and long names of options whose value may be the next word. */
  public List<String> withValues() {
    var names = new ArrayList<String>();
    for (var each : all()) {
      if (each.value() == Value.REQUIRED) {
        names.add("--" + each.name());
        if (!each.letter().isEmpty()) {
          names.add("-" + each.letter());
        }
      }
    }
    return names;
  }

  /** Returns an option by its long name, which may be shortened if that is unambiguous. */
  private SlurmOption named(String name) {
    var found =
        all().stream().filter(each -> !name.isEmpty() && each.name().startsWith(name)).toList();
    return found.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .or(() -> found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty())
        .orElseThrow(
            () ->
                new ClientFaultException(
                    "%s option '--%s'"
                        .formatted(found.isEmpty() ? "unrecognized" : "ambiguous", name)));
  }

  private SlurmOption lettered(String letter) {
    return all().stream()
        .filter(each -> each.letter().equals(letter))
        .findFirst()
        .orElseThrow(() -> new ClientFaultException("invalid option -- '%s'".formatted(letter)));
  }

  /**
   * Parses arguments.
   *
   * @throws ClientFaultException for an unknown or refused option, or a missing value
   */
  GivenOptions parse(List<String> words) {
    var given = new GivenOptions();
    parse(words, given);
    return given;
  }

  /** Adds arguments, which override those already given. */
  void parse(List<String> words, GivenOptions given) {
    for (int at = 0; at < words.size(); at++) {
      var word = words.get(at);
      if (word.equals("--")) {
        given.operands(words.subList(at + 1, words.size()));
        return;
      } else if (word.startsWith("--")) {
        at += longOption(word.substring(2), words.subList(at + 1, words.size()), given);
      } else if (word.length() > 1 && word.startsWith("-")) {
        at += letters(word.substring(1), words.subList(at + 1, words.size()), given);
      } else if (isOrdered) {
        given.operands(words.subList(at, words.size()));
        return;
      } else {
        given.operands(List.of(word));
      }
    }
  }

  /** Adds an option; returns the number of further words that it takes. */
  private int longOption(String word, List<String> next, GivenOptions given) {
    int mark = word.indexOf('=');
    var option = named(mark < 0 ? word : word.substring(0, mark));
    if (mark >= 0 && option.value() == Value.NONE) {
      throw new ClientFaultException(
          "option '%s' doesn't allow an argument".formatted(option.written()));
    } else if (mark >= 0 || option.value() != Value.REQUIRED) {
      given.add(option, mark < 0 ? "" : word.substring(mark + 1));
      return 0;
    }
    given.add(option, required(next, option));
    return 1;
  }

  private int letters(String word, List<String> next, GivenOptions given) {
    for (int at = 0; at < word.length(); at++) {
      var option = lettered(word.substring(at, at + 1));
      var rest = word.substring(at + 1);
      if (option.value() == Value.OPTIONAL
          || (option.value() == Value.REQUIRED && !rest.isEmpty())) {
        given.add(option, rest);
        return 0;
      } else if (option.value() == Value.REQUIRED) {
        given.add(option, required(next, option));
        return 1;
      }
      given.add(option, "");
    }
    return 0;
  }

  private static String required(List<String> next, SlurmOption option) {
    if (next.isEmpty()) {
      throw new ClientFaultException(
          "option '%s' requires an argument".formatted(option.written()));
    }
    return next.get(0);
  }

  /** Adds the value of an environment variable, such as {@code SBATCH_TIMELIMIT}. */
  void variable(GivenOptions given, String option, Optional<String> value) {
    value.ifPresent(text -> given.add(named(option.toLowerCase(Locale.ROOT)), text));
  }
}
