package io.metasched.simulation.cli;

import io.metasched.simulation.run.Plugins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched policies}: the policies there are. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    description = "Lists the policies with their options and defaults.")
final class PoliciesCommand implements Callable<Integer> {
  @Option(
      names = "--plugins",
      split = ",",
      paramLabel = "JAR",
      description = "Jars with policies of one's own.")
  private List<Path> plugins = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var policies = Plugins.load(plugins);
    var stdout = spec.commandLine().getOut();
    for (var name : policies.names()) {
      var provider = policies.named(name).orElseThrow();
      var options = provider.options().isEmpty() ? "" : " " + provider.options();
      stdout.printf("%-13s %s%s%n", name, provider.summary(), options);
    }
    stdout.flush();
    return Metasched.DONE;
  }
}
