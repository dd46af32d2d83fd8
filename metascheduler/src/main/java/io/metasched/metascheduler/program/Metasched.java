package io.metasched.metascheduler.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Root command, with the commands of the modules on the class path ({@link ProgramPart}). */
@Command(
    name = "metasched",
    description = {
      "Schedules the job flow of virtual organizations on slots that others own: in simulations, and as a service."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Metasched.ManifestVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    footer = {
      "",
      "Exit codes: 0 done, 1 failed or a check found a violation, 2 bad usage or input,",
      "3 no service reached, 4 the service refused."
    })
public final class Metasched implements Runnable {
  /** Commands that belong to no module. */
  private static final List<ProgramPart.Entry> OWN =
      List.of(
          new ProgramPart.Entry(CommandGroup.MEASURE, "rerun", RerunCommand.class),
          new ProgramPart.Entry(CommandGroup.HELP, "completion", CompletionCommand.class),
          new ProgramPart.Entry(CommandGroup.HELP, "man", ManCommand.class),
          new ProgramPart.Entry(CommandGroup.HELP, "help", HelpCommand.class));

  @Spec private CommandSpec spec;

  /** Runs the command line in {@code args} and ends the JVM with its exit code. */
  public static void main(String[] args) {
    var owners = new TreeMap<String, ProgramPart>();
    var commandLine = commandLine(args.length == 0 ? "" : args[0], owners);
    IntSupplier run = () -> commandLine.execute(args);
    for (var part : owners(owners, List.of(args))) {
      var inner = run;
      run = () -> part.process(inner);
    }
    System.exit(run.getAsInt());
  }

  /** Creates the command line with all commands. */
  public static CommandLine commandLine() {
    return commandLine("", new TreeMap<>());
  }

  /** Returns the modules, ordered by name so that the help does not depend on the class path. */
  static List<ProgramPart> parts() {
    var parts = new ArrayList<ProgramPart>();
    ServiceLoader.load(ProgramPart.class, Metasched.class.getClassLoader()).forEach(parts::add);
    parts.sort(Comparator.comparing(part -> part.getClass().getName()));
    return List.copyOf(parts);
  }

  /**
   * Returns the part that runs a command, or all parts if the command belongs to no module.
   *
   * @param owners parts by the names of their commands
   * @param names names of the command and of its subcommand, possibly followed by other words
   */
  private static List<ProgramPart> owners(Map<String, ProgramPart> owners, List<String> names) {
    var owner = names.isEmpty() ? null : owners.get(names.get(0));
    return owner == null ? parts() : List.of(owner.runner(names));
  }

  private static boolean has(ProgramPart part, String command) {
    return part.commands().stream().anyMatch(each -> each.name().equals(command));
  }

  /**
   * Returns the command line with one command, or with all commands if no module has the wanted
   * one. The setup of all commands would take as long as a typical command runs.
   *
   * @param owners receives the part of each command
   */
  private static CommandLine commandLine(String wanted, Map<String, ProgramPart> owners) {
    var parts = parts();
    boolean one = parts.stream().anyMatch(part -> has(part, wanted));
    var program = new CommandLine(new Metasched());
    var groups = new TreeMap<CommandGroup, List<String>>();
    for (var part : parts) {
      for (var each : part.commands()) {
        if (!one || each.name().equals(wanted)) {
          add(each, program, groups);
          part.configure(Objects.requireNonNull(program.getSubcommands().get(each.name())));
          owners.put(each.name(), part);
        }
      }
    }
    if (!one) {
      OWN.forEach(each -> add(each, program, groups));
    }
    program
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list(help, groups));
    return program
        .setExpandAtFiles(false)
        .setExecutionStrategy(parsed -> execute(owners, parsed))
        .setParameterExceptionHandler((e, args) -> refused(e))
        .setExecutionExceptionHandler((e, at, parsed) -> failed(owners, e, at));
  }

  private static void add(
      ProgramPart.Entry entry, CommandLine program, Map<CommandGroup, List<String>> groups) {
    program.addSubcommand(entry.name(), entry.type());
    groups.computeIfAbsent(entry.group(), group -> new ArrayList<>()).add(entry.name());
  }

  /** Returns the commands by group, each with the first sentence of its description. */
  private static String list(Help help, Map<CommandGroup, List<String>> groups) {
    var all = help.subcommands();
    if (help.commandSpec().parent() != null || all.isEmpty()) {
      return help.commandList();
    }
    int width = all.keySet().stream().mapToInt(String::length).max().orElse(0);
    var text = new StringBuilder();
    groups.forEach(
        (group, names) -> {
          text.append("%n%s:%n".formatted(group.title()));
          for (var name : names) {
            var usage = Objects.requireNonNull(all.get(name)).commandSpec().usageMessage();
            text.append("  ").append(name).append(" ".repeat(width - name.length() + 2));
            text.append(summary(usage)).append(System.lineSeparator());
          }
        });
    return text.toString();
  }

  /** Returns the first sentence, without its full stop. */
  private static String summary(UsageMessageSpec usage) {
    var lines = usage.header().length > 0 ? usage.header() : usage.description();
    var text = lines.length == 0 ? "" : String.join(" ", lines).formatted();
    return text.split("[.;:] |[.:]$", 2)[0];
  }

  private static int execute(Map<String, ProgramPart> owners, ParseResult parsed) {
    IntSupplier run = () -> new RunLast().execute(parsed);
    for (var part : owners(owners, names(parsed))) {
      var inner = run;
      run = () -> part.guarded(inner, parsed.commandSpec().commandLine());
    }
    return run.getAsInt();
  }

  private static List<String> names(ParseResult parsed) {
    var names = new ArrayList<String>();
    for (var at = parsed; at.hasSubcommand(); at = at.subcommand()) {
      names.add(at.subcommand().commandSpec().name());
    }
    return names;
  }

  private static int failed(Map<String, ProgramPart> owners, Exception e, CommandLine command) {
    if (e instanceof ParameterException wrong) {
      return refused(wrong);
    }
    var names = new ArrayList<String>();
    for (var at = command; at.getParent() != null; at = at.getParent()) {
      names.add(0, at.getCommandName());
    }
    var found = owners(owners, names);
    if (found.size() == 1) {
      return found.get(0).failed(e, command);
    }
    say(command, "failed: " + e);
    return ExitCode.FAILED;
  }

  private static int refused(ParameterException e) {
    var hint = "";
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      hint =
          unmatched.getSuggestions().stream()
              .limit(3)
              .collect(Collectors.joining(", ", "; did you mean ", "?"));
    }
    var command = e.getCommandLine().getCommandSpec().qualifiedName();
    say(e.getCommandLine(), "%s%s (%s --help)".formatted(e.getMessage(), hint, command));
    return ExitCode.BAD_USAGE;
  }

  /** Prints a message as one line to standard error. */
  public static void say(CommandLine commandLine, String message) {
    commandLine.getErr().println("metasched: " + PrintableText.line(message));
    commandLine.getErr().flush();
  }

  /**
   * Returns the version in the manifest of the jar, with the commit of its sources after a plus
   * sign, as in {@code 1.0.0+0123456789ab}. The commit is absent if the jar was built outside a
   * clone; {@code .changed} after it means sources with changes that are not committed.
   */
  public static String version() {
    var version = Metasched.class.getPackage().getImplementationVersion();
    return Optional.ofNullable(version).orElse("unpackaged");
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** Version of the jar of this class. */
  static final class ManifestVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"metasched " + version()};
    }
  }
}
