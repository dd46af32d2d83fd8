package io.metasched.resource.fanout

import scala.jdk.CollectionConverters._

import io.metasched.resource.fixture.{DomainProperties, Environments, Scene, WindowRules}
import io.metasched.resource.model.{Criterion, Part, Slot, Window, WindowRequest}
import io.metasched.resource.search.WindowSearches
import io.metasched.resource.search.WindowSearches.DEFAULT_STEP_LIMIT
import org.scalacheck.Gen
import org.scalatest.Assertion

final class FanOutPropertySpec extends DomainProperties {

  private val shortScenes = Gen.oneOf(Environments.small, Environments.crowded, Environments.balanced)
  private val counts = Gen.choose(1, 6)

  for (criterion <- Criterion.values) {
    s"A fan-out by ${criterion.label}" should {

      "find what the search over all slots finds, however the nodes are dealt to domains" in
        forAll(shortScenes, counts, Gen.long, minSuccessful(600))(losesNothing(criterion))

      "find what the search over all slots finds in larger domains" in
        forAll(Environments.middling, counts, Gen.long, minSuccessful(100))(losesNothing(criterion))

      "be answered with the slots that too few others dominate at some tick" in
        forAll(shortScenes) { scene =>
          val expected = scene.table.slots.asScala.filter(matters(_, scene, criterion))

          FanOut.answer(scene.table, scene.request, criterion, 0).asScala shouldBe expected
        }

      "be answered with slots of the domain, sorted, none twice" in {
        var asked = 0
        var answered = 0
        forAll(Gen.oneOf(shortScenes, Environments.middling)) { scene =>
          val answer = FanOut.answer(scene.table, scene.request, criterion, 0).asScala.toList

          answer.toSet -- scene.slots shouldBe empty
          answer.distinct shouldBe answer.sorted(Ordering.comparatorToOrdering(Slot.BY_START))
          asked += scene.slots.size
          answered += answer.size
        }
        answered should be < asked / 4 * 3
      }
    }
  }

  /** Whether at some tick the slot is of use and fewer than m others are that dominate it. */
  private def matters(slot: Slot, scene: Scene, criterion: Criterion): Boolean = {
    val dominators = scene.slots.filter(dominates(_, slot, scene.request, criterion))
    (slot.span.start until slot.span.end).exists { tick =>
      isUsable(slot, tick, scene.request) &&
      dominators.count(isUsable(_, tick, scene.request)) < scene.request.nodes
    }
  }

  private def dominates(one: Slot, other: Slot, request: WindowRequest, criterion: Criterion): Boolean = {
    val (part, otherPart) = (partAt(one, 0, request), partAt(other, 0, request))
    Ordering[(Long, Int)].lt((part.costMilli, part.node), (otherPart.costMilli, otherPart.node)) &&
    part.span.lengthTicks <= otherPart.span.lengthTicks &&
    (criterion != Criterion.ENERGY || part.energyMilli <= otherPart.energyMilli)
  }

  private def isUsable(slot: Slot, tick: Long, request: WindowRequest): Boolean =
    WindowRules
      .violations(new Window(List(partAt(slot, tick, request)).asJava), List(slot).asJava, forOneNode(request))
      .isEmpty

  private def forOneNode(request: WindowRequest): WindowRequest = new WindowRequest(
    1,
    request.work,
    request.granularityTicks,
    request.requirements,
    request.costLimitMilli,
    request.slotPriceLimitMilli,
    request.earliestStart,
    request.deadline
  )

  private def partAt(slot: Slot, tick: Long, request: WindowRequest): Part =
    Part.on(slot.node, tick, request.lengthTicks(slot.node), slot.priceMilli)

  private def losesNothing(criterion: Criterion)(scene: Scene, domains: Int, seed: Long): Assertion = {
    val search = WindowSearches.exact(criterion, DEFAULT_STEP_LIMIT)

    val merged = FanOut.find(scene.domains(domains, seed).asJava, scene.request, criterion, search)

    merged shouldBe search.find(scene.table, scene.request)
  }
}
