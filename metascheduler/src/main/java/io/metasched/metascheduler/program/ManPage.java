package io.metasched.metascheduler.program;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Manual page of a command, generated from its help. */
final class ManPage {
  private final CommandSpec command;

  ManPage(CommandSpec command) {
    this.command = command;
  }

  String fileName() {
    return "metasched-%s.1".formatted(command.name());
  }

  /** Returns the page in roff. */
  String text() {
    var help = command.commandLine().getHelp();
    var lines = List.of(command.usageMessage().description());
    var first = lines.isEmpty() ? "" : lines.get(0);
    var text = new StringBuilder();
    text.append(
        ".TH METASCHED-%s 1\n".formatted(command.name().toUpperCase(java.util.Locale.ROOT)));
    text.append(".SH NAME\n")
        .append(plain("metasched-%s - %s".formatted(command.name(), shown(first))));
    text.append(".SH SYNOPSIS\n").append(plain(help.synopsis(0).strip()));
    text.append(".SH DESCRIPTION\n");
    lines.forEach(line -> text.append(plain(shown(line))).append(".br\n"));
    section(text, "ARGUMENTS", command.positionalParameters());
    section(text, "OPTIONS", command.options());
    text.append(".SH EXIT STATUS\n")
        .append(
            plain(
                "0 done, 1 failed, 2 bad usage or input, 3 no service reached, 4 refused; wait and"
                    + " submit --wait end with the status of the job."));
    return text.toString();
  }

  private String shown(String text) {
    return Ansi.OFF.string(text.formatted());
  }

  private void section(StringBuilder text, String title, List<? extends ArgSpec> arguments) {
    var visible = arguments.stream().filter(each -> !each.hidden()).toList();
    if (visible.isEmpty()) {
      return;
    }
    text.append(".SH ").append(title).append('\n');
    for (var each : visible) {
      text.append(".TP\n").append(plain(names(each)));
      var usual = String.valueOf(each.defaultValueString());
      var words =
          List.of(each.description()).stream()
              .map(line -> shown(line.replace("${DEFAULT-VALUE}", usual)));
      text.append(plain(words.collect(Collectors.joining(" "))));
    }
  }

  private static String names(ArgSpec argument) {
    var label = argument.arity().max() == 0 ? "" : argument.paramLabel();
    if (argument instanceof picocli.CommandLine.Model.OptionSpec option) {
      return String.join(", ", option.names()) + (label.isEmpty() ? "" : " " + label);
    }
    return label;
  }

  /** Returns a line escaped for roff. */
  private static String plain(String text) {
    return text.lines()
        .map(line -> line.replace("\\", "\\e").replace("-", "\\-"))
        .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
