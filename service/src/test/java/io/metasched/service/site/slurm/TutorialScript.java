package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.deployment.FreePort;
import io.metasched.service.cli.LauncherScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Commands of a tutorial, run as a script. */
final class TutorialScript {
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  private final Path folder;
  private final String page;

  /**
   * Reads a page.
   *
   * @param folder empty folder for the script
   * @param page name of the page in docs/tutorials
   */
  TutorialScript(Path folder, String page) throws IOException {
    this.folder = folder;
    var root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("docs/tutorials"))) {
      root = root.getParent();
    }
    this.page = Files.readString(root.resolve("docs/tutorials").resolve(page));
  }

  /** Returns all commands of the page. */
  String commands() {
    return commandsOf(page);
  }

  /** Returns the commands of sections of the page. */
  String commands(String... headings) {
    var all = new StringBuilder();
    for (var heading : headings) {
      int from = page.indexOf("\n## " + heading + "\n");
      assertThat(from).as(heading).isNotNegative();
      int end = page.indexOf("\n## ", from + 1);
      all.append(commandsOf(page.substring(from, end < 0 ? page.length() : end)));
    }
    return all.toString();
  }

  private static String commandsOf(String text) {
    var all = new StringBuilder();
    var block = BLOCK.matcher(text);
    while (block.find()) {
      all.append(block.group(1));
    }
    return all.toString();
  }

  /**
   * Writes the program {@code metasched}.
   *
   * @param settings settings of its agents
   */
  void install(String settings) throws IOException {
    Files.createDirectories(conf().getParent());
    Files.writeString(conf(), settings);
    LauncherScript.write(folder.resolve("bin"), folder.resolve("home"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Returns the path of the settings of agents. */
  Path conf() {
    return folder.resolve("home/conf/agent.conf");
  }

  /**
   * Runs commands with free ports, and returns their output after they have succeeded.
   *
   * @param variables further variables of the environment
   */
  String run(String commands, Map<String, String> variables) throws Exception {
    var text = "set -eu\ntrap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n" + commands;
    for (var port : List.of("8080", "2560", "2561", "2562")) {
      text = text.replace(port, String.valueOf(FreePort.find()));
    }
    var script = folder.resolve("tutorial.sh");
    Files.writeString(script, text);
    var builder =
        new ProcessBuilder("bash", script.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
    var environment = builder.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.putAll(variables);
    var run = builder.start();
    try {
      assertThat(run.waitFor(6, TimeUnit.MINUTES)).as(this::outputs).isTrue();
      assertThat(run.exitValue()).as(this::outputs).isZero();
    } finally {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly().onExit().join();
    }
    return output("output");
  }

  /** Returns the output of the script and of the programs that it has started. */
  private String outputs() {
    return output("output") + output("head.log") + output("agent.log");
  }

  private String output(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
