package dev.drover.server.flowcontrol;

import java.util.Arrays;

/// Deals a hand of queues to each flow: the same flow always gets the same hand, and two flows
/// seldom share all of it.
///
/// The hash is read as a number whose digits pick one card after the other from what is left of the
/// deck.
///
/// In Go: `shufflesharding.Dealer`.
final class ShuffleSharding {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private ShuffleSharding() {}

  /// The queues of a flow.
  ///
  /// @param deck how many queues there are
  /// @param size how many the flow gets, at most the deck
  static int[] hand(Flow flow, int deck, int size) {
    int[] cards = new int[Math.min(size, deck)];
    long rest = hash(flow.schema() + "," + flow.distinguisher());
    for (int i = 0; i < cards.length; i++) {
      int card = (int) Long.remainderUnsigned(rest, deck - i);
      rest = Long.divideUnsigned(rest, deck - i);
      cards[i] = unusedCard(cards, i, card);
    }
    return cards;
  }

  /// The card at this position of the deck, the dealt ones left out.
  private static int unusedCard(int[] dealt, int count, int position) {
    int card = position;
    int[] sorted = Arrays.copyOf(dealt, count);
    Arrays.sort(sorted);
    for (int used : sorted) {
      if (used <= card) {
        card++;
      }
    }
    return card;
  }

  /// FNV-1a, with the bits mixed once more: the digits come from the low ones.
  private static long hash(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    return hash ^ hash >>> 33;
  }
}
