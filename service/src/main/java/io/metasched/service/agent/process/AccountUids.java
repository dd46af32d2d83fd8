package io.metasched.service.agent.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Numeric user ids of accounts: one id per account, stored in a file before its first use, and
 * never reassigned to another account. Confined to the executor's thread.
 */
final class AccountUids {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MOST_BYTES = 64 << 20;

  private final Path file;
  private final UidRange range;
  private final SortedMap<String, Integer> known;

  private AccountUids(Path file, UidRange range, SortedMap<String, Integer> known) {
    this.file = file;
    this.range = range;
    this.known = known;
  }

  /**
   * Reads the ids assigned before.
   *
   * @param range range of the ids; an account whose id is outside this range gets a new one
   * @throws AgentException if the file is invalid
   */
  static AccountUids in(Path file, UidRange range) {
    try {
      var text = DurableFiles.read(file, MOST_BYTES).orElse("{}");
      var known = JSON.readValue(text, new TypeReference<TreeMap<String, Integer>>() {});
      known.values().removeIf(uid -> !range.contains(uid));
      if (new HashSet<>(known.values()).size() < known.size()) {
        throw new AgentException(file + ": two accounts have the same number");
      }
      return new AccountUids(file, range, known);
    } catch (JsonProcessingException e) {
      throw new AgentException(
          "%s: must be an object with a number for each account: %s"
              .formatted(file, e.getOriginalMessage()));
    }
  }

  /** Returns the reason why an account cannot get an id, if any. */
  Optional<String> refusal(String account) {
    return known.containsKey(account) || known.size() < range.size()
        ? Optional.empty()
        : Optional.of(
            "all %d users of this machine for jobs (uids %s in agent.conf) belong to other accounts"
                .formatted(range.size(), range));
  }

  /**
   * Returns the id of an account, which must not be refused. A new id is derived from the hash of
   * the name, or is the next free id after it. Agents on several machines therefore usually assign
   * equal ids.
   */
  int of(String account) throws IOException {
    var own = known.get(account);
    if (own != null) {
      return own;
    }
    var given = new TreeSet<>(known.values());
    int uid = range.first() + Math.floorMod(account.hashCode(), range.size());
    while (given.contains(uid)) {
      uid = uid == range.last() ? range.first() : uid + 1;
    }
    var all = new TreeMap<>(known);
    all.put(account, uid);
    DurableFiles.put(file, JSON.writeValueAsString(all));
    known.put(account, uid);
    return uid;
  }
}
