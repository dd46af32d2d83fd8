package io.metasched.service.agent.process;

import io.metasched.service.run.RunSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.TreeSet;

/**
 * Commands for the beginning of a batch script that carries the files of its run to a node, which
 * shares no file system with the agent. All files together are far below Slurm's limit of 4 MiB for
 * a script, because the input of a run and its variables are bounded.
 */
final class NodeFiles {
  private static final int LINE = 76;

  private NodeFiles() {}

  /**
   * Returns commands that create the folder of a run. A folder without a start, as of a killed job,
   * is replaced. If the part has started before, the script ends by a signal, because its exit code
   * would count as that of the command.
   *
   * @param agents folder of the run at the agent
   * @param onNode path of the new folder on the node
   */
  static String commands(RunSpec spec, Path agents, Path onNode) {
    var folder = LaunchText.quoted(onNode.toString());
    var text =
        new StringBuilder(
            """
            umask 077
            refuse() {
              case $(LC_ALL=C dd if=/dev/zero of=%1$s.full bs=4k count=1 2>&1) in
                *'No space left'* | *'quota exceeded'*) status=6 ;;
                *) status=4 ;;
              esac
              rm -rf %1$s.full %1$s
              exit $status
            }
            [ ! -e %1$s/started ] || kill -s KILL $$
            rm -rf %1$s 2>/dev/null || { chmod -R u+rwx %1$s; rm -rf %1$s; }
            mkdir %1$s && cd %1$s && mkdir work && : >orders || refuse
            exec >log 2>&1
            """
                .formatted(folder));
    try {
      add(text, "settings", Files.readAllBytes(agents.resolve("settings")));
      add(text, "launch", Files.readAllBytes(agents.resolve("launch")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var parents = new TreeSet<String>();
    for (var file : spec.input()) {
      int slash = file.path().lastIndexOf('/');
      if (slash > 0 && parents.add(file.path().substring(0, slash))) {
        var parent = LaunchText.quoted("work/" + file.path().substring(0, slash));
        text.append("mkdir -p %s || refuse\n".formatted(parent));
      }
      add(text, "work/" + file.path(), file.bytes());
    }
    return text.append(
            """
            for name in unstarted.tmp %s; do printf '%%127s\\n' '' >"$name" || refuse; done
            cp "$0" run.sh || refuse
            """
                .formatted(String.join(" ", RunFolders.RESERVED)))
        .toString();
  }

  private static void add(StringBuilder text, String name, byte[] content) {
    var lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encode(content);
    text.append("base64 -d >%s <<'END' || refuse\n".formatted(LaunchText.quoted(name)))
        .append(new String(lines, StandardCharsets.US_ASCII))
        .append("\nEND\n");
  }
}
