package io.metasched.lab;

import static io.metasched.resource.fixture.MadeDocs.code;

import io.metasched.lab.bench.BenchColumn;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Benches;
import io.metasched.lab.campaign.ServiceFault;
import io.metasched.lab.check.Invariant;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.resource.fixture.MadeDocs;
import io.metasched.service.history.HistoryFile;
import io.metasched.simulation.rows.RunTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Sections of the docs that are generated from the commands, the benches and the campaign. */
final class DocsTest {
  private static final Pattern GROUP = Pattern.compile("(\\S.*):");
  private static final Pattern COMMAND = Pattern.compile("  (\\S+)  +(\\S.*)");
  private static final int WIDE = 1000;
  private static final Set<String> UNSTABLE = Set.of("bench", "campaign", "help");

  private final CommandLine program = Metasched.commandLine().setUsageHelpWidth(WIDE);

  @Test
  void theCommandsAreThoseOfTheHelp() throws IOException {
    var lines = new ArrayList<String>();
    var rows = new ArrayList<List<String>>();
    for (var line : program.getUsageMessage(Ansi.OFF).lines().toList()) {
      var group = GROUP.matcher(line);
      var command = COMMAND.matcher(line);
      if (group.matches()) {
        add(lines, rows);
        lines.add("## " + group.group(1));
        lines.add("");
      } else if (command.matches() && !lines.isEmpty()) {
        rows.add(List.of(code(command.group(1)), command.group(2)));
        rows.addAll(subcommands(command.group(1)));
      }
    }
    add(lines, rows);
    lines.remove(lines.size() - 1);

    var codes = List.of(program.getCommandSpec().usageMessage().footer());
    MadeDocs.hold("docs/commands.md", Map.of("commands", lines, "exit codes", codes));
  }

  private static void add(List<String> lines, List<List<String>> rows) {
    if (!rows.isEmpty()) {
      lines.addAll(MadeDocs.table(List.of("command", "does"), rows));
      lines.add("");
      rows.clear();
    }
  }

  private List<List<String>> subcommands(String command) {
    return program
        .getSubcommands()
        .get(command)
        .getHelp()
        .commandList()
        .lines()
        .map(COMMAND::matcher)
        .filter(each -> each.matches())
        .map(each -> List.of(code(command + " " + each.group(1)), each.group(2)))
        .toList();
  }

  @Test
  void stableOptionsAndFormatsAreThoseOfTheProgram() throws IOException {
    var rows = new ArrayList<List<String>>();
    program
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (!UNSTABLE.contains(name)) {
                addOptions(name, command, rows);
              }
            });
    var formats =
        List.of(
            List.of("result files", code(String.valueOf(RunTables.SCHEMA))),
            List.of("exported histories and backups", code(String.valueOf(HistoryFile.VERSION))));

    MadeDocs.hold(
        "docs/stability.md",
        Map.of(
            "formats", MadeDocs.table(List.of("format", "number"), formats),
            "options", MadeDocs.table(List.of("command", "options"), rows)));
  }

  private static void addOptions(String name, CommandLine command, List<List<String>> rows) {
    var options =
        command.getCommandSpec().options().stream()
            .filter(each -> !each.hidden() && !each.usageHelp() && !each.versionHelp())
            .map(each -> code(each.longestName()))
            .sorted()
            .collect(Collectors.joining(" "));
    rows.add(List.of(code(name), options));
    command
        .getSubcommands()
        .forEach((below, each) -> addOptions("%s %s".formatted(name, below), each, rows));
  }

  @Test
  void theCampaignIsTheDeclaredOne() throws IOException {
    var faults =
        Stream.of(ServiceFault.Kind.values())
            .map(each -> List.of(code(each.label()), each.meaning()))
            .toList();
    var checks =
        Stream.of(Invariant.values())
            .map(each -> List.of(code(each.label()), each.meaning()))
            .toList();

    MadeDocs.hold(
        "docs/testing.md",
        Map.of(
            "faults", MadeDocs.table(List.of("fault", "how"), faults),
            "checks", MadeDocs.table(List.of("check", "holds if"), checks),
            "options campaign", options("campaign")));
  }

  @Test
  void theFieldsOfBenchesAreTheDeclaredOnes() throws IOException {
    var rows = new ArrayList<List<String>>();
    for (var bench : Benches.all()) {
      var members = new LinkedHashMap<String, List<String>>();
      for (var table : bench.tables()) {
        members.computeIfAbsent(fields(table), each -> new ArrayList<>()).add(code(table.field()));
      }
      members.forEach(
          (fields, names) ->
              rows.add(List.of(code(bench.name()), String.join(", ", names), fields)));
    }

    MadeDocs.hold(
        "docs/performance.md",
        Map.of("json", MadeDocs.table(List.of("bench", "member", "fields"), rows)));
  }

  private static String fields(BenchTable<?> table) {
    var fields =
        table.columns().stream()
            .map(BenchColumn::field)
            .map(
                field -> {
                  var meaning = table.meanings().get(field);
                  return meaning == null ? code(field) : "%s (%s)".formatted(code(field), meaning);
                })
            .collect(Collectors.joining(", "));
    return table.isKeyed() ? fields.replaceFirst(", ", ": ") : fields;
  }

  private List<String> options(String command) {
    return MadeDocs.table(
        List.of("option", "meaning"),
        program.getSubcommands().get(command).getCommandSpec().options().stream()
            .filter(each -> !each.usageHelp() && !each.versionHelp())
            .map(
                each ->
                    List.of(
                        code(each.longestName() + " " + each.paramLabel()),
                        String.join(" ", each.description())
                            .replace("${DEFAULT-VALUE}", String.valueOf(each.defaultValue()))))
            .toList());
  }
}
