package io.metasched.service.book;

import java.util.ArrayList;
import java.util.List;

/**
 * What owners sell, and what of it is taken without a job. Immutable.
 *
 * @param policies of owners, by node; a node without one is sold at its list price
 * @param claims those that are open, and reservations that are over, by id
 * @param open ids of open claims, by number
 * @param silent nodes that sell nothing, because nobody hears of their machine or its clock is off
 * @param nextClaim the number of the next claim
 */
public record Market(
    SortedTree<String, NodePolicy> policies,
    SortedTree<String, ClaimRecord> claims,
    SortedTree<Long, String> open,
    List<String> silent,
    long nextClaim) {

  /** Nobody has said anything. */
  public static final Market EMPTY =
      new Market(SortedTree.empty(), SortedTree.empty(), SortedTree.empty(), List.of(), 0);

  /** Sorts the nodes. */
  public Market {
    silent = silent.stream().sorted().distinct().toList();
  }

  /** The claims that take time, in the order of their numbers. */
  public List<ClaimRecord> openClaims() {
    var claims = new ArrayList<ClaimRecord>();
    open.entries().forEach(each -> claims.add(this.claims.get(each.value()).orElseThrow()));
    return claims;
  }

  Market with(NodePolicy policy) {
    return new Market(policies.with(policy.node(), policy), claims, open, silent, nextClaim);
  }

  /** With a claim; one that is over is kept where it was a reservation. */
  Market with(ClaimRecord claim) {
    boolean isKept =
        claim.takesTime()
            || claim.kind() == ClaimRecord.Kind.RESERVATION
            || claim.kind() == ClaimRecord.Kind.MAINTENANCE;
    return new Market(
        policies,
        isKept ? claims.with(claim.id(), claim) : claims.without(claim.id()),
        claim.takesTime() ? open.with(claim.number(), claim.id()) : open.without(claim.number()),
        silent,
        Math.max(nextClaim, claim.number() + 1));
  }

  /** Without a claim that is over. */
  Market without(String claim) {
    return new Market(policies, claims.without(claim), open, silent, nextClaim);
  }

  Market withSilent(List<String> nodes) {
    return new Market(policies, claims, open, nodes, nextClaim);
  }

  Market withNextClaim(long next) {
    return new Market(policies, claims, open, silent, next);
  }
}
