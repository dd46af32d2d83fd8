package io.metasched.service.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who runs as whom. A job never runs as root: where the agent is root, each job gets the user that
 * its account is mapped to, else nobody; where it is not, all jobs have the agent's user.
 */
public final class JobUsers {
  private static final Path PASSWD = Path.of("/etc/passwd");
  private static final String ANYBODY = "nobody";

  private final boolean isRoot;
  private final SortedMap<String, Ids> mapped = new TreeMap<>();
  private final Ids anybody;

  /** The numbers of a user. */
  public record Ids(int uid, int gid) {}

  private JobUsers(boolean isRoot, Ids anybody) {
    this.isRoot = isRoot;
    this.anybody = anybody;
  }

  /**
   * Reads the users of a map from accounts to names.
   *
   * @throws AgentException for a user that is root, is unknown, or cannot be taken because the
   *     agent is not root
   */
  public static JobUsers of(Map<String, String> accounts, boolean isRoot) {
    var users = new JobUsers(isRoot, isRoot ? known(ANYBODY, "users") : new Ids(-1, -1));
    accounts.forEach(
        (account, name) -> {
          if (!isRoot) {
            throw new AgentException(
                "users.%s: only an agent that is root can run jobs as another user, given was '%s'"
                    .formatted(account, name));
          }
          users.mapped.put(account, known(name, "users." + account));
        });
    return users;
  }

  private static Ids known(String name, String key) {
    var ids =
        passwd(name)
            .orElseThrow(
                () ->
                    new AgentException(
                        "%s: allowed is a user of this machine, given was '%s'"
                            .formatted(key, name)));
    if (ids.uid() == 0 || ids.gid() == 0) {
      throw new AgentException("%s: a job never runs as root, given was '%s'".formatted(key, name));
    }
    return ids;
  }

  private static Optional<Ids> passwd(String name) {
    try {
      return Files.readAllLines(PASSWD, StandardCharsets.ISO_8859_1).stream()
          .map(line -> Arrays.asList(line.split(":", -1)))
          .filter(fields -> fields.size() >= 4 && fields.get(0).equals(name))
          .findFirst()
          .map(fields -> new Ids(Integer.parseInt(fields.get(2)), Integer.parseInt(fields.get(3))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The user of an account's jobs; empty for that of the agent. */
  public Optional<Ids> of(String account) {
    return isRoot ? Optional.of(mapped.getOrDefault(account, anybody)) : Optional.empty();
  }

  /** The words before a command that give it its user, and take the rights to get another one. */
  public List<String> drop(String account, boolean noNewPrivileges) {
    return of(account)
        .map(
            ids ->
                List.of(
                    "setpriv",
                    "--reuid=" + ids.uid(),
                    "--regid=" + ids.gid(),
                    "--clear-groups",
                    "--inh-caps=-all",
                    "--bounding-set=-all",
                    "--no-new-privs"))
        .orElse(noNewPrivileges ? List.of("setpriv", "--no-new-privs") : List.of());
  }
}
