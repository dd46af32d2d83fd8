package io.metasched.service.client;

import io.metasched.metascheduler.deployment.config.TcpSocket;
import io.metasched.service.client.ServiceException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Users whose processes on this machine are trusted to be the service.
 *
 * @param uids user ids; empty if any process of this machine is trusted
 */
public record ServiceUsers(Optional<Set<Long>> uids) {
  private static final String ANY = "any";
  private static final String UID = "unix:uid";

  /** Trusts any process; only for a service that this process has just started. */
  public static final ServiceUsers TRUST_ANY = new ServiceUsers(Optional.empty());

  /** Returns the user with a name or number; {@code any} means all users. */
  public static ServiceUsers named(String name) {
    if (name.equals(ANY)) {
      return TRUST_ANY;
    }
    var uid =
        TcpSocket.uid(name)
            .orElseThrow(
                () ->
                    new ServiceException(
                        Kind.UNREACHABLE,
                        "there is no user '%s' (--service-user, METASCHED_SERVICE_USER)"
                            .formatted(name)));
    return new ServiceUsers(Optional.of(Set.of(uid)));
  }

  /** Returns root, the user of this process, and the owners of the files, if the files exist. */
  public static ServiceUsers owners(Path... files) {
    var uids = new TreeSet<Long>();
    uids.add(0L);
    for (var file : List.of(files)) {
      owner(file).ifPresent(uids::add);
    }
    owner(Path.of("/proc/self")).ifPresent(uids::add);
    return new ServiceUsers(Optional.of(uids));
  }

  private static Optional<Long> owner(Path file) {
    try {
      return Optional.of(Integer.toUnsignedLong((int) Files.getAttribute(file, UID)));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // adds no user
    }
  }

  boolean has(TcpSocket socket) {
    return uids.isEmpty() || uids.get().contains(socket.uid());
  }
}
