package io.metasched.service.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Users under which the jobs of accounts run. A job never runs as root. If the agent is root, the
 * jobs of an account run as the user mapped to it or under a permanent numeric id, which need not
 * be in /etc/passwd. If the agent is not root, all jobs run as the agent's user. Confined to the
 * executor's thread.
 */
public final class JobUsers {
  private static final String ANYBODY = "nobody";

  private final UserSettings settings;
  private final boolean isRoot;
  private final SortedMap<String, Ids> mapped = new TreeMap<>();
  private final Optional<AccountUids> uids;

  /** User id and group id. */
  public record Ids(int uid, int gid) {}

  private JobUsers(UserSettings settings, boolean isRoot, Path folder) {
    this.settings = settings;
    this.isRoot = isRoot;
    if (!isRoot) {
      settings
          .named()
          .forEach(
              (account, name) -> {
                throw new AgentException(
                    "users.%s: only an agent that is root can run jobs as another user, given was '%s'"
                        .formatted(account, name));
              });
    }
    settings
        .named()
        .forEach((account, name) -> mapped.put(account, known(name, "users." + account)));
    uids =
        settings
            .uids()
            .filter(range -> isRoot)
            .map(range -> AccountUids.in(folder.resolve("users.json"), usable(range)));
  }

  /**
   * Creates the users of an agent.
   *
   * @param folder folder of the agent, in which the ids of accounts are stored
   * @throws AgentException for a user that is root or unknown, for users if the agent is not root,
   *     and for ids that this machine already uses or does not have
   */
  static JobUsers of(UserSettings settings, boolean isRoot, Path folder) {
    return new JobUsers(settings, isRoot, folder);
  }

  private static Ids known(String name, String setting) {
    var ids =
        fields("/etc/passwd")
            .filter(fields -> fields.get(0).equals(name))
            .findFirst()
            .or(() -> listed(name))
            .map(fields -> new Ids(number(fields, 2), number(fields, 3)))
            .orElseThrow(
                () ->
                    new AgentException(
                        "%s: allowed is a user of this machine, given was '%s'"
                            .formatted(setting, name)));
    if (ids.uid() == 0 || ids.gid() == 0) {
      throw new AgentException(
          "%s: a job never runs as root, given was '%s'".formatted(setting, name));
    }
    return ids;
  }

  /** Returns the fields of a user of a directory, such as LDAP, if the machine has one. */
  private static Optional<List<String>> listed(String name) {
    try {
      var getent = SupervisorScript.clean(List.of("getent", "passwd", name));
      var process = getent.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1)
          .lines()
          .map(line -> List.of(line.split(":", -1)))
          .filter(fields -> fields.size() >= 4 && fields.get(0).equals(name))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // without this program, there is no directory
    }
  }

  /** Returns the fields of each line of a passwd or group file. */
  private static Stream<List<String>> fields(String file) {
    try {
      return Files.readAllLines(Path.of(file), StandardCharsets.ISO_8859_1).stream()
          .map(line -> List.of(line.split(":", -1)))
          .filter(fields -> fields.size() >= 4 && number(fields, 2) >= 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int number(List<String> fields, int at) {
    var text = fields.get(at);
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }

  private static UidRange usable(UidRange range) {
    for (var file : List.of("/etc/passwd", "/etc/group")) {
      fields(file)
          .filter(fields -> range.contains(number(fields, 2)))
          .findFirst()
          .ifPresent(
              fields -> {
                throw new AgentException(
                    ("uids: allowed are numbers that nothing on this machine uses, given was"
                            + " %s, but %s uses %s")
                        .formatted(range, fields.get(0), fields.get(2)));
              });
    }
    for (var file : List.of("/proc/self/uid_map", "/proc/self/gid_map")) {
      if (!isMapped(range, file)) {
        throw new AgentException(
            "uids: allowed are numbers that this user namespace has (%s), given was %s"
                .formatted(file, range));
      }
    }
    return range;
  }

  /** Returns whether one line of a uid or gid map (first id, outside id, count) covers a range. */
  private static boolean isMapped(UidRange range, String file) {
    try {
      return Files.readAllLines(Path.of(file), StandardCharsets.US_ASCII).stream()
          .map(line -> line.strip().split("\\s+", -1))
          .anyMatch(
              words -> {
                long first = Long.parseLong(words[0]);
                return first <= range.first()
                    && range.last() < first + Long.parseLong(words[words.length - 1]);
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the reason why jobs of an account are rejected on this machine, if any. */
  Optional<String> refusal(String account) {
    if (!settings.accounts().isEmpty() && !settings.accounts().contains(account)) {
      return Optional.of(
          "this machine runs jobs of %s only (accounts in agent.conf)"
              .formatted(String.join(", ", settings.accounts())));
    }
    return uids.filter(each -> !mapped.containsKey(account)).flatMap(each -> each.refusal(account));
  }

  /** Returns the user of an account's jobs; empty for the agent's user. */
  Optional<Ids> of(String account) throws IOException {
    if (!isRoot) {
      return Optional.empty();
    }
    var named = Optional.ofNullable(mapped.get(account));
    if (named.isEmpty() && uids.isPresent()) {
      int uid = uids.get().of(account);
      return Optional.of(new Ids(uid, uid));
    }
    return named.or(() -> Optional.of(nobody()));
  }

  /**
   * Returns a user of this machine.
   *
   * @param setting setting with the name, for messages
   * @throws AgentException if there is no such user, or it is root
   */
  static Ids named(String setting, String name) {
    return known(name, setting);
  }

  /** Returns the user of jobs whose account has no other user. */
  public static Ids nobody() {
    return known(ANYBODY, "users.*");
  }

  /**
   * Returns the command prefix that switches to a user and drops the rights to switch to another
   * user.
   *
   * @param ids ids of the user; empty for the agent's user
   */
  public static List<String> drop(Optional<Ids> ids, boolean noNewPrivileges) {
    var rights =
        List.of("--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--no-new-privs");
    return ids.map(
            each ->
                Stream.concat(
                        Stream.of(
                            "setpriv",
                            "--reuid=" + each.uid(),
                            "--regid=" + each.gid(),
                            "--clear-groups"),
                        rights.stream())
                    .toList())
        .orElse(
            noNewPrivileges
                ? List.of("setpriv", "--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs")
                : List.of());
  }

  /** Returns the weaknesses of this mapping, one line each. */
  List<String> weaknesses() {
    if (settings.accounts().size() == 1) {
      return List.of();
    } else if (!isRoot) {
      return List.of(
          "not root: jobs of different accounts are not protected from each other, because all have"
              + " the user of the agent; name one in accounts of agent.conf to refuse the others");
    } else if (uids.isEmpty()) {
      return List.of(
          "no uids in agent.conf: jobs of different accounts are not protected from each other,"
              + " because all jobs whose account has no user in users run as nobody");
    }
    return List.of();
  }
}
