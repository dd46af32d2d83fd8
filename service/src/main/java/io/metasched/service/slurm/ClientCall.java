package io.metasched.service.slurm;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Command of a client.
 *
 * @param arguments arguments without the name of the command
 * @param variables environment of the client, with one character for each byte
 * @param script script that is submitted
 */
public record ClientCall(
    List<String> arguments, SortedMap<String, String> variables, Optional<byte[]> script) {
  /** Variables that the client adds to its environment. */
  private static final String USER = "METASCHED_CLIENT_USER";

  private static final String UID = "METASCHED_CLIENT_UID";
  private static final String ZONE = "METASCHED_CLIENT_ZONE";
  private static final String FOLDER = "METASCHED_CLIENT_FOLDER";
  private static final String SCRIPT = "METASCHED_CLIENT_SCRIPT";

  /** Names of these variables. */
  static final List<String> ADDED = List.of(USER, UID, ZONE, FOLDER, SCRIPT);

  public ClientCall {
    arguments = List.copyOf(arguments);
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
  }

  static SortedMap<String, String> variables(List<String> assignments) {
    var variables = new TreeMap<String, String>();
    for (var each : assignments) {
      int mark = each.indexOf('=');
      if (mark > 0) {
        variables.put(each.substring(0, mark), each.substring(mark + 1));
      }
    }
    return variables;
  }

  /** Returns a variable whose value is not empty. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name))
        .filter(value -> !value.isEmpty())
        .map(
            latin ->
                new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
  }

  /** Returns the name of the user on the client's machine. */
  String user() {
    return variable(USER).orElse("nobody");
  }

  /** Returns whether a text is the name or the number of the user on the client's machine. */
  boolean isUser(String text) {
    return text.equals(user()) || variable(UID).filter(text::equals).isPresent();
  }

  /** Returns the difference of the client's local time from UTC. */
  ZoneOffset zone() {
    try {
      return ZoneOffset.of(variable(ZONE).orElse("Z"));
    } catch (DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }

  /**
   * Returns the current folder of the client.
   *
   * @throws ClientFaultException if its name is not in UTF-8
   */
  String folder() {
    var folder = variable(FOLDER).orElse("/");
    if (folder.indexOf('\ufffd') >= 0) {
      throw new ClientFaultException("the current folder has a name that is not in UTF-8");
    }
    return folder;
  }

  /** Returns the path of the script; empty for standard input. */
  Optional<String> scriptFile() {
    return variable(SCRIPT);
  }
}
