package io.metasched.resource.search

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.Random

import io.metasched.resource.fixture.{DomainProperties, Environments, Scene}
import io.metasched.resource.model.WindowRequest.NO_LIMIT
import io.metasched.resource.model.{Criterion, WindowRequest}
import io.metasched.resource.search.WindowSearches.DEFAULT_STEP_LIMIT
import io.metasched.resource.slots.SlotTable
import org.scalacheck.Gen

final class PreparedSearchPropertySpec extends DomainProperties {
  private val exact = SearchFamily.exact(DEFAULT_STEP_LIMIT)
  private val scenes = Gen.oneOf(Environments.small, Environments.crowded, Environments.balanced, Environments.middling)

  "A prepared search" should {

    "find what a search that knows nothing finds, whatever it has searched before" in {
      val prepared = exact.prepared()
      var found = 0
      forAll(scenes, Gen.long, minSuccessful(500)) { (scene, seed) =>
        found += searches(prepared, scene, new Random(seed))
      }
      found should be > 1000
    }

    "tell whether there is a window without making one" in {
      val prepared = exact.prepared()
      var found = 0
      forAll(scenes, Gen.oneOf(Criterion.values.toSeq), minSuccessful(300)) { (scene, criterion) =>
        val isThere = prepared.isThere(scene.table, scene.request, criterion)

        isThere shouldBe exact.by(criterion).find(scene.table, scene.request).window.isPresent
        if (isThere) found += 1
      }
      found should be > 80
    }

    "find what the published searches find where it is of their family" in forAll(scenes) { scene =>
      val prepared = SearchFamily.published().prepared()

      for (criterion <- Criterion.values) {
        val published = WindowSearches.published(criterion).find(scene.table, scene.request)
        prepared.find(scene.table, scene.request, criterion) shouldBe published
      }
    }
  }

  "Rankings" should {
    "rank as if nothing was known, however few are kept" in {
      val few = new Rankings(0)
      val some = new Rankings(100)
      forAll(scenes, Gen.long) { (scene, seed) =>
        val offers = scene.table.offers
        val random = new Random(seed)

        for (_ <- 1 to 6) {
          val request = requestLike(scene, random)
          val fresh = RankedOffers.of(offers, request)
          for (rankings <- Seq(few, some)) {
            val kept = rankings.of(offers, request)
            ranks(kept) shouldBe ranks(fresh)
            rankings.of(offers, request) should be theSameInstanceAs kept
          }
        }
      }
    }
  }

  /** Searches for the scene's request and for others like it while windows are taken and given back. */
  private def searches(prepared: PreparedSearch, scene: Scene, random: Random): Int = {
    val table = scene.table
    var found = 0
    for (_ <- 1 to 8) {
      val criterion = Criterion.values()(random.nextInt(Criterion.values.length))
      val request = requestLike(scene, random)
      val result = prepared.find(table, request, criterion)

      result shouldBe exact.by(criterion).find(table, request)
      for (window <- result.window.toScala if random.nextBoolean()) {
        table.subtract(window)
        found += 1
      }
      if (random.nextInt(4) == 0) giveBackWhatIsNotThere(table, scene)
    }
    found
  }

  /** Makes one slot of the scene vacant again that is wholly taken, if there is one. */
  private def giveBackWhatIsNotThere(table: SlotTable, scene: Scene): Unit = {
    val vacant = table.slots.asScala.toIndexedSeq
    def isTouched(node: Int): Boolean = vacant.exists(_.node.id == node)
    scene.slots.find(slot => !isTouched(slot.node.id)).foreach(slot => table.giveBack(slot))
  }

  private def requestLike(scene: Scene, random: Random): WindowRequest = {
    val request = scene.request
    random.nextInt(4) match {
      case 0                                          => request
      case 1 if request.costLimitMilli < NO_LIMIT / 2 => request.withCostLimit(request.costLimitMilli * 3 / 2 + 1)
      case 2                                          => request.notBefore(request.earliestStart + random.nextInt(8))
      case _                                          => request.withSlotPriceLimit(1 + random.nextInt(12000).toLong)
    }
  }

  private def ranks(ranked: RankedOffers): Seq[(Int, Long, Long, Int)] = {
    val offers: Array[Int] = ranked.offerAt
    offers.toSeq.zipWithIndex.map { case (offer, rank) =>
      (offer, ranked.costMilli(rank), ranked.length(rank), ranked.lengthClass(rank))
    }
  }
}
