package shop;

import org.springframework.stereotype.Component;

/// What Spring applications have many of.
@Component
class PriceList {
  String of(int scoops) {
    return "%d.%02d".formatted(scoops * 180 / 100, scoops * 180 % 100);
  }
}
