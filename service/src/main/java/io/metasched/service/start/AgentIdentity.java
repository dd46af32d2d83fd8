package io.metasched.service.start;

import io.metasched.service.agent.link.AgentSecret;
import io.metasched.service.agent.process.AgentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Identity of an agent, generated once and stored in its folder.
 *
 * @param id id by which the service recognizes the agent
 * @param secret secret that proves the id; only the agent's user can read its file
 */
record AgentIdentity(String id, AgentSecret secret) {
  private static final int SECRET_BYTES = 16;
  private static final int PREFIX_DIGITS = 8;

  /**
   * Reads the identity of a folder, which is created if it does not exist.
   *
   * @throws AgentException if it cannot be read or written
   */
  static AgentIdentity of(Path folder) {
    var bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    var id = read(folder.resolve("agent.id"), UUID.randomUUID().toString(), "rw-r--r--");
    var secret = read(folder.resolve("agent.secret"), HexFormat.of().formatHex(bytes), "rw-------");
    return new AgentIdentity(id, new AgentSecret(secret));
  }

  private static String read(Path file, String generated, String permissions) {
    try {
      if (!Files.exists(file)) {
        var beside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(beside);
        Files.createFile(
            beside,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
        Files.writeString(beside, generated);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new AgentException("%s: %s".formatted(file, e));
    }
  }

  /**
   * Returns the beginning of the names of the agent's reservations and jobs at a site: two agents
   * of one site have different beginnings.
   *
   * @throws AgentException if the stored id was changed, so that it has too few digits
   */
  String prefix() {
    if (!id.matches("[0-9a-f]{%d}-[0-9a-f-]+".formatted(PREFIX_DIGITS))) {
      throw new AgentException(
          "agent.id in the agent's folder: allowed is a UUID, given was '%s'".formatted(id));
    }
    return "ms-%s-".formatted(id.substring(0, PREFIX_DIGITS));
  }
}
