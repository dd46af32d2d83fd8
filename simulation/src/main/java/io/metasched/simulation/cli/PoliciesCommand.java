package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code metasched policies}: lists the available policies. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    description = "Lists the policies with their options and defaults.")
final class PoliciesCommand implements Callable<Integer> {
  @Mixin private PluginOption plugins;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var policies = plugins.policies();
    var stdout = spec.commandLine().getOut();
    for (var name : policies.names()) {
      var provider = policies.named(name).orElseThrow();
      var options = provider.options().isEmpty() ? "" : " " + provider.options();
      stdout.printf("%-13s %s%s%n", name, provider.summary(), options);
    }
    stdout.flush();
    return ExitCode.DONE;
  }
}
